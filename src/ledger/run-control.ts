/** What people want of a run; the run looks here every second, whichever process asked. */
import type { Ledger } from './ledger.ts'
import type { SqlReader } from './sql.ts'

export interface RunControl {
  readonly wanted: 'run' | 'pause' | 'stop'
  /** Undefined leaves the target as the run has it. */
  readonly cpuTarget: number | undefined
}

export function runControl({ sql }: Ledger, runId: string): Promise<RunControl | undefined> {
  return readControl(sql, runId)
}

/** What was wanted of an earlier part of a run is not wanted of the next one. */
export async function forgetControl({ sql }: Ledger, runId: string): Promise<void> {
  await sql.write((transaction) => transaction.run('delete from run_control where run_id = ?', [runId]))
}

async function readControl(reader: SqlReader, runId: string): Promise<RunControl | undefined> {
  const [row] = await reader.all<{ wanted: RunControl['wanted']; cpu_target: number | null }>(
    'select wanted, cpu_target from run_control where run_id = ?',
    [runId],
  )
  return row && { wanted: row.wanted, cpuTarget: row.cpu_target ?? undefined }
}

/** Changes what is given and leaves the rest as it was. */
export async function controlRun(
  { sql }: Ledger,
  runId: string,
  change: Partial<RunControl>,
): Promise<RunControl> {
  return sql.write(async (transaction) => {
    await sql.lock(transaction, 'run-control')
    const before = await readControl(transaction, runId)
    const after: RunControl = {
      wanted: change.wanted ?? before?.wanted ?? 'run',
      cpuTarget: change.cpuTarget ?? before?.cpuTarget,
    }
    await transaction.run(
      `insert into run_control (run_id, wanted, cpu_target, updated_at) values (?, ?, ?, ?)
        on conflict (run_id) do update
        set wanted = excluded.wanted, cpu_target = excluded.cpu_target, updated_at = excluded.updated_at`,
      [runId, after.wanted, after.cpuTarget ?? null, new Date().toISOString()],
    )
    return after
  })
}
