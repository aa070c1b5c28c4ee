import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { InputError } from '../errors.ts'
import { openJobs } from '../jobs/index.ts'
import { copyLedger, ledgerPath, openLedger, type TableCopy } from '../ledger/index.ts'
import { EXIT, print, printJson, runAction } from './output.ts'
import { openProgress } from './progress.ts'
import { settings } from './settings.ts'
import { table } from './table.ts'
import { needDatabase } from './worker.ts'

interface MigrateFlags {
  readonly from?: string
  readonly json?: boolean
}

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description(
      'Create or upgrade the schema of the PostgreSQL ledger and its job queue; copy a SQLite ledger into it.',
    )
    .option('--from <file>', 'a SQLite ledger to copy, such as .orch/ledger.db; it keeps its rows')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Example:
  $ orch migrate --from .orch/ledger.db

The database is the one that ORCH_DATABASE_URL names. A SQLite ledger of an older Orch gets the present schema first.

A copy that was stopped goes on where it was; one that is complete adds what is new. Every row is compared after
copying. Rows that the database has in another form are kept as they are there, and counted.
Exit code: 0, 1 if a row differs, 2 if it could not run.`,
    )
    .action((flags: MigrateFlags) => runAction(flags.json, () => migrateCommand(flags)))
}

async function migrateCommand({ from, json }: MigrateFlags): Promise<number> {
  const { config } = settings()
  const databaseUrl = needDatabase(config)
  const source = from === undefined ? undefined : resolve(from)
  if (source !== undefined && (!existsSync(source) || ledgerPath(dirname(source)) !== source))
    throw new InputError('no_ledger', `There is no SQLite ledger at ${source}.`, {
      hint: 'Give the path of the file ledger.db, in the folder that ORCH_HOME named.',
    })
  const ledger = await openLedger({ databaseUrl })
  try {
    await (await openJobs({ databaseUrl }))[Symbol.asyncDispose]()
    const copies = source === undefined ? [] : await copyFrom(source, ledger)
    const differs = copies.reduce((sum, copy) => sum + copy.differing, 0)
    if (json) printJson('migrate', { ledger: ledger.place, tables: copies })
    else show(ledger.place, copies)
    return differs > 0 ? EXIT.unsolved : EXIT.done
  } finally {
    await ledger.close()
  }
}

async function copyFrom(
  path: string,
  target: Awaited<ReturnType<typeof openLedger>>,
): Promise<readonly TableCopy[]> {
  using progress = openProgress()
  const source = await openLedger({ home: dirname(path) })
  try {
    return await copyLedger(source, target, (name, rows) =>
      progress.show({ message: `${name}: ${rows} rows`, stage: name }),
    )
  } finally {
    await source.close()
  }
}

function show(place: string, copies: readonly TableCopy[]): void {
  print(`The schema of ${place} is up to date.`)
  if (copies.length === 0) return
  const rows = copies.map((copy) => [
    copy.table,
    String(copy.rows),
    String(copy.copied),
    String(copy.equal),
    String(copy.differing),
    copy.hash.slice(0, 12),
  ])
  for (const line of table([['table', 'rows', 'copied', 'equal', 'differ', 'sha-256'], ...rows])) print(line)
}
