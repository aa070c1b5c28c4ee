/** All commands. They are loaded only when asked for: a command should not wait for the parts of another. */
import { Command } from 'commander'
import { wordTable } from '../word-table.ts'
import { EXIT } from './output.ts'

type AddCommand = (program: Command) => void

interface Entry {
  readonly group: string
  readonly load: () => Promise<AddCommand>
}

const PROVE = 'One statement:'
const PROJECT = 'Your Lean project:'
const SEARCH = 'Many goals:'
const MANY = 'Many machines:'
const LOOK = 'What was found:'
const SERVE = 'For browsers, agents and editors:'
const OTHER = 'ARC tasks:'
const MACHINE = 'This machine:'

const COMMANDS = wordTable<Entry>({
  prove: { group: PROVE, load: async () => (await import('./prove.ts')).addProve },
  tactic: { group: PROVE, load: async () => (await import('./tactic.ts')).addTactic },
  check: { group: PROVE, load: async () => (await import('./check.ts')).addCheck },
  verify: { group: PROVE, load: async () => (await import('./verify.ts')).addVerify },
  certificate: { group: PROVE, load: async () => (await import('./certificate.ts')).addCertificate },
  kernel: { group: PROVE, load: async () => (await import('./kernel.ts')).addKernel },
  premises: { group: PROVE, load: async () => (await import('./premises.ts')).addPremises },
  sorries: { group: PROJECT, load: async () => (await import('./sorries.ts')).addSorries },
  fill: { group: PROJECT, load: async () => (await import('./fill.ts')).addFill },
  blueprint: { group: PROJECT, load: async () => (await import('./blueprint.ts')).addBlueprint },
  golf: { group: PROJECT, load: async () => (await import('./golf.ts')).addGolf },
  bank: { group: SEARCH, load: async () => (await import('./bank.ts')).addBank },
  bg: { group: SEARCH, load: async () => (await import('./bg.ts')).addBackground },
  market: { group: SEARCH, load: async () => (await import('./market.ts')).addMarket },
  worker: { group: MANY, load: async () => (await import('./worker.ts')).addWorker },
  workers: { group: MANY, load: async () => (await import('./workers.ts')).addWorkers },
  migrate: { group: MANY, load: async () => (await import('./migrate.ts')).addMigrate },
  stats: { group: LOOK, load: async () => (await import('./stats.ts')).addStats },
  goals: { group: LOOK, load: async () => (await import('./goals.ts')).addGoals },
  show: { group: LOOK, load: async () => (await import('./show.ts')).addShow },
  trace: { group: LOOK, load: async () => (await import('./trace.ts')).addTrace },
  audit: { group: LOOK, load: async () => (await import('./audit.ts')).addAudit },
  export: { group: LOOK, load: async () => (await import('./export.ts')).addExport },
  dashboard: { group: SERVE, load: async () => (await import('./dashboard.ts')).addDashboard },
  mcp: { group: SERVE, load: async () => (await import('./mcp.ts')).addMcp },
  lsp: { group: SERVE, load: async () => (await import('./lsp.ts')).addLsp },
  arc: { group: OTHER, load: async () => (await import('./arc.ts')).addArc },
  demo: { group: MACHINE, load: async () => (await import('./demo.ts')).addDemo },
  doctor: { group: MACHINE, load: async () => (await import('./doctor.ts')).addDoctor },
  config: { group: MACHINE, load: async () => (await import('./config.ts')).addConfig },
  init: { group: MACHINE, load: async () => (await import('./init.ts')).addInit },
  completion: {
    group: MACHINE,
    load: async () => {
      const { addCompletion } = await import('./completion.ts')
      return (program) => addCompletion(program, () => createProgram(program.version() ?? ''))
    },
  },
  clean: { group: MACHINE, load: async () => (await import('./clean.ts')).addClean },
})

/** With one command, if it is the name of one; otherwise with all of them, to help or to find what was meant. */
export async function createProgram(version: string, wanted?: string): Promise<Command> {
  const program = new Command('orch')
    .description('Verifier-guided search: machine-checked answers on your own machine.')
    .version(version)
    .showHelpAfterError('(run the command with --help for an example)')
    .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.done : EXIT.unable))
    .helpCommand('help [command]', 'how to use a command')
    .addHelpText(
      'after',
      `
First steps:
  $ orch prove 'theorem t (a b : Nat) : a + b = b + a'
  $ orch demo
  $ orch bank --timeout 60
  $ orch dashboard

Every command explains itself with examples: orch <command> --help`,
    )
  const entry = wanted === undefined ? undefined : COMMANDS[wanted]
  for (const { group, load } of entry ? [entry] : Object.values(COMMANDS)) {
    program.commandsGroup(group)
    const add = await load()
    add(program)
  }
  inheritSettings(program)
  return program
}

function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent)
    inheritSettings(command)
  }
}
