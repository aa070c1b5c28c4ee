#!/usr/bin/env node
import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { addArc } from './cli/arc.ts'
import { addCheck } from './cli/check.ts'
import { addClean } from './cli/clean.ts'
import { addDoctor } from './cli/doctor.ts'
import { addInit } from './cli/init.ts'
import { EXIT } from './cli/output.ts'
import { addProve } from './cli/prove.ts'
import { addTactic } from './cli/tactic.ts'
import { addVerify } from './cli/verify.ts'

const program = new Command('orch')
  .description('Verifier-guided search: machine-checked answers on your own machine.')
  .version(packageJson.version)
  .showHelpAfterError('(run the command with --help for an example)')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.done : EXIT.unable))

for (const add of [addProve, addTactic, addCheck, addVerify, addDoctor, addInit, addClean, addArc])
  add(program)
for (const command of program.commands) command.copyInheritedSettings(program)

await program.parseAsync()
