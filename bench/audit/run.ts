/**
 * How long an audit takes, and whether it finds what was forged: a ledger of many receipts over a few real proofs,
 * some of them replaced by lies that are well sealed.
 *
 *   node bench/audit/run.ts [receipts] [forged]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheDir } from '../../src/config/index.ts'
import { Checker, embeddedToolchain, LeanPool } from '../../src/lean/index.ts'
import { openLedger } from '../../src/ledger/index.ts'
import { auditLedger } from '../../src/use-cases/index.ts'
import { fillWithReceipts, honestProofs, plantForgeries } from '../../src/use-cases/test-forgeries.ts'

const [receipts = 1_000, forged = 20] = process.argv.slice(2).map(Number)
const home = mkdtempSync(join(tmpdir(), 'orch-audit-bench-'))
const ledger = await openLedger({ home })
const pool = new LeanPool(await embeddedToolchain({ cacheDir: cacheDir() }), { size: 1 })
const checker = new Checker(pool)
try {
  await fillWithReceipts(ledger, await honestProofs(checker), receipts)
  const planted = new Set(await plantForgeries(ledger, forged))
  const started = performance.now()
  const result = await auditLedger(
    { ledger, checker, fingerprint: pool.toolchain.fingerprint },
    { notes: join(home, 'audit.jsonl'), timeoutMs: 120_000, signal: new AbortController().signal },
  )
  const seconds = (performance.now() - started) / 1000
  const found = result.findings.filter(({ receipt }) => planted.has(receipt)).length
  const falsely = result.findings.length - found
  console.log(`${receipts} receipts, ${forged} forged: found ${found}, falsely accused ${falsely}`)
  console.log(`${seconds.toFixed(1)} s, ${((1000 * seconds) / receipts).toFixed(1)} ms a receipt`)
  if (found !== forged || falsely > 0) process.exitCode = 1
} finally {
  await Promise.all([checker.close(), pool.close()])
  await ledger.close()
  rmSync(home, { recursive: true, force: true })
}
