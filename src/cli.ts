#!/usr/bin/env node
import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { addBank } from './cli/bank.ts'
import { addBackground } from './cli/bg.ts'
import { addCheck } from './cli/check.ts'
import { addClean } from './cli/clean.ts'
import { addConfig } from './cli/config.ts'
import { addDoctor } from './cli/doctor.ts'
import { addExport } from './cli/export.ts'
import { addGoals } from './cli/goals.ts'
import { addInit } from './cli/init.ts'
import { addMarket } from './cli/market.ts'
import { EXIT } from './cli/output.ts'
import { addProve } from './cli/prove.ts'
import { addShow } from './cli/show.ts'
import { addStats } from './cli/stats.ts'
import { addTactic } from './cli/tactic.ts'
import { addVerify } from './cli/verify.ts'

const program = new Command('orch')
  .description('Verifier-guided search: machine-checked answers on your own machine.')
  .version(packageJson.version)
  .showHelpAfterError('(run the command with --help for an example)')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.done : EXIT.unable))

const commands = [
  addProve,
  addTactic,
  addCheck,
  addVerify,
  addBank,
  addBackground,
  addStats,
  addGoals,
  addShow,
  addMarket,
  addExport,
  addConfig,
  addDoctor,
  addInit,
  addClean,
]
for (const add of commands) add(program)
inheritSettings(program)

await program.parseAsync()

function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent)
    inheritSettings(command)
  }
}
