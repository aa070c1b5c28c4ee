import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Attempt } from '../attempt.ts'
import { ledgerPath, openLedger } from './index.ts'

const SHELL = 'sqlite3'

function freshHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'orch-sqlite-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}

const attempt: Attempt = {
  goalKey: 'g1',
  goalText: '∀ n : Nat, n + 0 = n',
  strategy: 'micro',
  strategyVersion: '1',
  outcome: 'failed',
  tactics: ['simp'],
  timeSeconds: 0.5,
  cpuSeconds: 0.4,
  budget: { seconds: 8 },
  startedAt: Date.UTC(2026, 0, 2),
}

/** The statements of the published quick reference and implementation notes, word for word. */
const PUBLISHED_SQL = {
  recent: 'SELECT * FROM attempts ORDER BY timestamp DESC LIMIT 10;',
  ratesShort: 'SELECT strategy, COUNT(*), SUM(success), AVG(time_seconds)\nFROM attempts GROUP BY strategy;',
  rates:
    'SELECT strategy,\n       COUNT(*) as attempts,\n       SUM(success) as successes,\n       AVG(time_seconds) as avg_time\nFROM attempts\nGROUP BY strategy;',
  cached: 'SELECT * FROM tactic_cache ORDER BY use_count DESC LIMIT 10;',
  frontier:
    '\n    SELECT DISTINCT goal_hash, goal_text\n    FROM attempts\n    WHERE success = 0\n    AND goal_hash NOT IN (\n        SELECT goal_hash FROM attempts WHERE success = 1\n    )\n',
  insert: 'INSERT INTO attempts (goal_hash, strategy, success, time_seconds, tactics) VALUES (?, ?, ?, ?, ?)',
}

describe('the index of goal keys', () => {
  it('answers for one goal without reading the whole table, whatever else is asked for', async () => {
    const home = freshHome()
    const ledger = await openLedger({ home })
    const keys = Array.from({ length: 3 }, (_, index) => `g${index}`)
    const first = 65_536 * 3 - 1
    await ledger.sql.write((transaction) =>
      transaction.runMany(
        `insert into attempts (id, goal_hash, strategy, success, time_seconds) values (?, ?, 'micro', 0, 1)`,
        keys.flatMap((key) => [1, first, first + 65_536].map((id) => [id * 4 + Number(key.slice(1)), key])),
      ),
    )
    const found = await ledger.attempts({ goalKey: 'g1', strategy: 'micro', outcome: 'failed' })
    expect(found.items.map(({ attemptId }) => attemptId)).toEqual([
      (first + 65_536) * 4 + 1,
      first * 4 + 1,
      5,
    ])
    for (const extra of [
      '',
      `and strategy = 'micro'`,
      `and run_id = 'r' and outcome = 'failed' and id < 9`,
    ]) {
      const query = `select * from attempts where goal_hash = 'g1' ${extra} order by id desc limit 10`
      const [step] = await ledger.sql.all<{ detail: string }>(`explain query plan ${query}`)
      expect(step?.detail).toMatch(/attempts_by_goal \(ANY\(<expr>\) AND goal_hash=\?/)
    }
    await ledger.close()
  })
})

it('a ledger of an older version, analysed by its owner, is brought up to date with what it holds', async () => {
  const home = freshHome()
  const first = await openLedger({ home })
  await first.record(attempt)
  await first.close()
  const database = new DatabaseSync(ledgerPath(home))
  database.exec(`
    drop index attempts_by_goal;
    create index attempts_by_goal on attempts (goal_hash);
    drop view shown_goals;
    drop view shown_attempts;
    drop view shown_tickets;
    drop table denied_receipts;
    drop table workers;
    drop table ledger_copies;
    drop table tactic_rows;
    drop table proof_states;
    drop table search_trees;
    drop table arc_attempts;
    drop index runs_by_process;
    drop index goals_by_text;
    alter table attempts drop column counterexample;
    alter table attempts drop column lemma_set;
    alter table attempts drop column premises;
    alter table attempts drop column script;
    alter table goals drop column script;
    alter table runs drop column host;
    alter table runs drop column pid;
    alter table goals drop column metadata;
    alter table goals drop column text_key;
    alter table tickets drop column wanted;
    delete from schema_version where version >= 4;
    analyze;
  `)
  database.close()
  const ledger = await openLedger({ home })
  expect((await ledger.attempts({ goalKey: 'g1' })).items).toHaveLength(1)
  const [index] = await ledger.sql.all<{ sql: string }>(
    `select sql from sqlite_master where name = 'attempts_by_goal'`,
  )
  expect(index?.sql).toContain('(id >> 16), goal_hash')
  expect(await ledger.sql.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  await ledger.close()
})

describe('the published SQL', () => {
  async function filled(): Promise<string> {
    const home = freshHome()
    const ledger = await openLedger({ home })
    await ledger.record(attempt)
    await ledger.record({
      ...attempt,
      goalKey: 'g2',
      outcome: 'proved',
      timeSeconds: 1.5,
      startedAt: attempt.startedAt + 1,
    })
    await ledger.updateScript({
      goalKey: 'g2',
      tactics: ['simp'],
      strategy: 'micro',
      success: true,
      timeSeconds: 1,
    })
    await ledger.close()
    return ledgerPath(home)
  }

  it('runs verbatim through a second connection', async () => {
    const database = new DatabaseSync(await filled())
    onTestFinished(() => database.close())
    const all = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map((row) => ({ ...row }))
    expect(all(PUBLISHED_SQL.recent).map(({ goal_hash }) => goal_hash)).toEqual(['g2', 'g1'])
    expect(all(PUBLISHED_SQL.rates)).toEqual([{ strategy: 'micro', attempts: 2, successes: 1, avg_time: 1 }])
    expect(all(PUBLISHED_SQL.ratesShort)).toHaveLength(1)
    expect(all(PUBLISHED_SQL.cached)).toMatchObject([
      { goal_hash: 'g2', success_rate: 1, avg_time: 1, use_count: 1 },
    ])
    expect(all(PUBLISHED_SQL.frontier)).toEqual([{ goal_hash: 'g1', goal_text: attempt.goalText }])
    database.prepare(PUBLISHED_SQL.insert).run('g3', 'sketch', 0, 2, '[]')
    expect(all(PUBLISHED_SQL.frontier)).toHaveLength(2)
  })

  const hasShell = spawnSync(SHELL, ['--version']).status === 0
  it.skipIf(!hasShell)('runs verbatim in the sqlite3 shell', async () => {
    const path = await filled()
    const shell = (sql: string) => execFileSync(SHELL, [path], { input: sql, encoding: 'utf8' }).trim()
    expect(shell(PUBLISHED_SQL.ratesShort)).toBe('micro|2|1|1.0')
    expect(shell(`${PUBLISHED_SQL.frontier};`)).toBe(`g1|${attempt.goalText}`)
    expect(shell(PUBLISHED_SQL.recent).split('\n')).toHaveLength(2)
    expect(shell(PUBLISHED_SQL.cached)).toMatch(/^g2\|/)
  })
})

describe('a database that cannot be used', () => {
  it('because it is locked when opened or written, is reported with a sentence and nothing is half written', async () => {
    const home = freshHome()
    const ledger = await openLedger({ home, lockWaitMs: 50 })
    onTestFinished(() => ledger.close())
    const other = new DatabaseSync(ledgerPath(home))
    onTestFinished(() => other.close())
    other.exec('begin exclusive')
    const expected = {
      code: 'ledger-locked',
      message: expect.stringMatching(/ledger\.db is locked by another program\.$/),
    }
    await expect(ledger.record(attempt)).rejects.toMatchObject(expected)
    other.exec('rollback')
    await ledger.record(attempt)
    expect((await ledger.attempts()).items).toHaveLength(1)
  })

  it('for a moment only, is waited for', async () => {
    const home = freshHome()
    const ledger = await openLedger({ home })
    onTestFinished(() => ledger.close())
    const other = new DatabaseSync(ledgerPath(home))
    onTestFinished(() => other.close())
    other.exec('begin immediate')
    const recorded = ledger.record(attempt)
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    other.exec('commit')
    await recorded
    expect((await ledger.attempts()).items).toHaveLength(1)
  })

  it('because it is no database, is left untouched', async () => {
    const home = freshHome()
    writeFileSync(ledgerPath(home), 'these are my shopping notes, thousands of them '.repeat(100))
    await expect(openLedger({ home })).rejects.toMatchObject({ code: 'ledger-unreadable' })
  })

  it('because its folder cannot be made, is reported with a sentence', async () => {
    const home = freshHome()
    writeFileSync(join(home, 'file'), '')
    await expect(openLedger({ home: join(home, 'file', 'sub') })).rejects.toMatchObject({
      code: 'ledger-unreachable',
    })
  })
})

/** Records attempts for ever and prints the number of each one that was acknowledged. */
const WRITER = `
  import { writeSync } from 'node:fs'
  import { openLedger } from '${import.meta.dirname}/index.ts'
  const ledger = await openLedger({ home: process.argv[1] })
  const attempt = ${JSON.stringify(attempt)}
  for (let n = Number(process.argv[2]); ; n += 1) {
    const outcome = n % 50 === 0 ? 'proved' : 'failed'
    ledger.record({ ...attempt, outcome, goalKey: 'g' + n }).then(() => writeSync(1, n + '\\n'))
    if (n % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
    if (n % 400 === 0) await ledger.flush()
  }
`

it('a writer killed at any moment leaves a sound database with everything it had acknowledged', async () => {
  const home = freshHome()
  const acknowledged = new Set<number>()
  for (let kill = 0; kill < 20; kill += 1) {
    const child = spawn(process.execPath, [
      '--input-type=module-typescript',
      '-e',
      WRITER,
      home,
      String(kill * 1_000_000),
    ])
    const enough = randomInt(3000)
    let seen = 0
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.add(Number(line))
      seen += 1
      if (seen === enough + 1) child.kill('SIGKILL')
    }
    expect(seen).toBeGreaterThan(enough)
  }
  const database = new DatabaseSync(ledgerPath(home))
  onTestFinished(() => database.close())
  expect(
    database
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => ({ ...row })),
  ).toEqual([{ integrity_check: 'ok' }])
  const stored = new Set(
    database
      .prepare('select goal_hash from attempts')
      .all()
      .map(({ goal_hash }) => String(goal_hash)),
  )
  expect([...acknowledged].filter((n) => !stored.has(`g${n}`))).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(20)
})
