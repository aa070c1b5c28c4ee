/**
 * Kills a bank run at random moments and starts the same command again: node bench/kill/run.ts [times] [seed]
 * Prints one line per kill and exits with 1 if anything reported was lost, repeated or left unsolved.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../src/engine/index.ts'
import { killAndResume } from '../../test/search/kill-and-resume.ts'

const times = Number(process.argv[2] ?? 20)
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 32)
const random = createRandom(seed)
/** From before Lean has started to well into the run. */
const LATEST_MS = 8_000

const folder = mkdtempSync(join(tmpdir(), 'orch-kill-bench-'))
let bad = 0
console.log(`seed ${seed}`)
for (let kill = 1; kill <= times; ) {
  const moment = Math.round(random.next() * LATEST_MS)
  const outcome = await killAndResume(join(folder, String(kill)), 0, moment)
  const { solved, total, lost, repeated, integrity, resumed, killed } = outcome
  rmSync(join(folder, String(kill)), { recursive: true, force: true })
  if (!killed) {
    console.log(`the run was over before ${moment} ms: another moment`)
    continue
  }
  const good = solved === total && lost.length === 0 && repeated.length === 0 && integrity === 'ok'
  if (!good) bad += 1
  const verdict = good ? 'ok' : `WRONG ${JSON.stringify({ lost, repeated, integrity })}`
  console.log(`kill ${kill} after ${moment} ms: solved ${solved}/${total}, resumed ${resumed}: ${verdict}`)
  kill += 1
}
rmSync(folder, { recursive: true, force: true })
process.exitCode = bad === 0 ? 0 : 1
