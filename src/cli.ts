#!/usr/bin/env node
import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }

const program = new Command('orch')
  .description('Verifier-guided search: machine-checked answers on your own machine.')
  .version(packageJson.version)
  .showHelpAfterError()

await program.parseAsync()
