#!/usr/bin/env node
import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }

/** done / could not run */
const EXIT = { done: 0, unable: 2 }

type AddCommand = (program: Command) => void

/** Loaded only when asked for: a command should not wait for the parts of another. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  prove: async () => (await import('./cli/prove.ts')).addProve,
  tactic: async () => (await import('./cli/tactic.ts')).addTactic,
  check: async () => (await import('./cli/check.ts')).addCheck,
  verify: async () => (await import('./cli/verify.ts')).addVerify,
  premises: async () => (await import('./cli/premises.ts')).addPremises,
  bank: async () => (await import('./cli/bank.ts')).addBank,
  bg: async () => (await import('./cli/bg.ts')).addBackground,
  stats: async () => (await import('./cli/stats.ts')).addStats,
  goals: async () => (await import('./cli/goals.ts')).addGoals,
  show: async () => (await import('./cli/show.ts')).addShow,
  market: async () => (await import('./cli/market.ts')).addMarket,
  dashboard: async () => (await import('./cli/dashboard.ts')).addDashboard,
  mcp: async () => (await import('./cli/mcp.ts')).addMcp,
  export: async () => (await import('./cli/export.ts')).addExport,
  config: async () => (await import('./cli/config.ts')).addConfig,
  arc: async () => (await import('./cli/arc.ts')).addArc,
  doctor: async () => (await import('./cli/doctor.ts')).addDoctor,
  init: async () => (await import('./cli/init.ts')).addInit,
  clean: async () => (await import('./cli/clean.ts')).addClean,
}

const program = new Command('orch')
  .description('Verifier-guided search: machine-checked answers on your own machine.')
  .version(packageJson.version)
  .showHelpAfterError('(run the command with --help for an example)')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.done : EXIT.unable))

const wanted = COMMANDS[process.argv[2] ?? '']
for (const load of wanted ? [wanted] : Object.values(COMMANDS)) (await load())(program)
inheritSettings(program)

await program.parseAsync()

function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent)
    inheritSettings(command)
  }
}
