/** `--log-level`, `--log-file`, `--verbose`: what happened on the way, for whoever looks for the reason of something. */
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { type Config, loadConfig } from '../config/index.ts'
import { LOG_LEVELS, type Log, type LogEntry, type LogLevel, openLog } from '../log/index.ts'
import type { GoalSearch } from '../search/index.ts'
import { note } from './output.ts'

export interface LogFlags {
  readonly logLevel?: LogLevel
  readonly logFile?: string
  readonly verbose?: boolean
}

export function logFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--log-level <level>', 'what to log (info; with --verbose debug)').choices(LOG_LEVELS),
    )
    .option('--log-file <file>', 'write the log there, as JSON lines, in a few files of 1 MB')
    .option('--verbose', 'write the log to standard error')
}

export function logOf(
  { logLevel, logFile, verbose }: LogFlags,
  { llmApiKey, databaseUrl }: Pick<Config, 'llmApiKey' | 'databaseUrl'>,
): Log {
  return openLog({
    level: logLevel ?? (verbose ? 'debug' : 'info'),
    file: logFile === undefined ? undefined : resolve(logFile),
    // With `--log-level` and no file the log goes to standard error: whoever names a level wants to see it.
    echo: verbose || (logLevel !== undefined && logFile === undefined) ? note : undefined,
    secrets: [llmApiKey, databaseUrl].filter((secret) => secret !== undefined),
  })
}

/** Of an ARC command: what goes wrong with a task is told as a sentence, unless a log is asked for. */
export function arcLogOf(flags: LogFlags): Log {
  const isAsked = [flags.logLevel, flags.logFile, flags.verbose].some((flag) => flag !== undefined)
  if (isAsked) return logOf(flags, loadConfig().config)
  const sentence = ({ message, fields }: LogEntry): string =>
    [message, fields.task_id, fields.error].filter((word) => word !== undefined).join(': ')
  return openLog({ level: 'warn', echo: (_, entry) => note(`orch: ${sentence(entry)}`) })
}

/** What a run does, goal by goal and attempt by attempt. */
export function logSearch(log: Log, { events }: Pick<GoalSearch, 'events'>): void {
  events.on('prepared', ({ goal, prepared }) => {
    if (prepared.kind === 'ready')
      log.write('debug', 'goal prepared', { goal: goal.id, goal_hash: prepared.problem.key })
    else log.write('warn', 'goal refused by Lean', { goal: goal.id, error: prepared.why })
  })
  events.on('skipped', ({ problem, arm, prior }) =>
    log.write('debug', 'attempt skipped', { goal: problem.goal.id, strategy: arm, before: prior.outcome }),
  )
  events.on('attempt', ({ problem, attempt }) => {
    const { strategy, outcome, timeSeconds, cpuSeconds, error, worker } = attempt
    const level = outcome === 'error' ? 'warn' : 'info'
    const fields = { strategy, outcome, seconds: timeSeconds, cpuSeconds, error, worker }
    log.write(level, 'attempt ended', { goal: problem.goal.id, ...fields })
  })
  events.on('refused', ({ problem, arm, reason }) =>
    log.write('warn', 'claim refused', { goal: problem.goal.id, strategy: arm, error: reason }),
  )
  events.on('concluded', ({ problem, attempt }) =>
    log.write('info', 'goal concluded', { goal: problem.goal.id, outcome: attempt?.outcome ?? 'exhausted' }),
  )
  events.on('ticket', ({ ticketId, status }) =>
    log.write('info', 'ticket changed', { ticket: ticketId, status }),
  )
}
