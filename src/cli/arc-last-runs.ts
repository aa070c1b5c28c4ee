import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { settings, withLedger } from './settings.ts'

const recorded = z.object({ batchFile: z.string(), outJsonl: z.string(), folder: z.string().default('.') })

/** Where a run took its tasks from, and where it put its results. */
export interface ArcRunFiles {
  readonly batchFile: string
  readonly results: string | undefined
}

/** The files of earlier batch runs that are still there, newest first. */
export function lastArcRuns(): Promise<ArcRunFiles[]> {
  return withLedger(settings(), async (ledger) => {
    const runs = await ledger.runs({ command: 'arc run', limit: 50 })
    const files = runs.flatMap(({ config }) => recorded.safeParse(config).data ?? [])
    return files
      .map(({ batchFile, outJsonl, folder }) => {
        const results = resolve(folder, outJsonl)
        return {
          batchFile: resolve(folder, batchFile),
          results: existsSync(results) ? results : undefined,
        }
      })
      .filter(({ batchFile }) => existsSync(batchFile))
  })
}
