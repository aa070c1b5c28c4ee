/** Without a database URL nothing of PostgreSQL is loaded; with one it is, or this test would see nothing. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const home = mkdtempSync(join(tmpdir(), 'orch-not-loaded-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const watch = `import { registerHooks } from 'node:module'
registerHooks({ resolve(name, context, next) {
  if (name === 'pg' || name === 'pg-boss') process.stderr.write('loaded ' + name + '\\n')
  return next(name, context)
} })`

function loaded(url: string, ...command: string[]): readonly string[] {
  const hook = `data:text/javascript,${encodeURIComponent(watch)}`
  const { stderr } = spawnSync(
    join(root, 'node_modules', 'node', 'bin', 'node'),
    ['--import', hook, join(root, 'src', 'cli.ts'), ...command],
    { env: { ...process.env, ORCH_HOME: home, ORCH_DATABASE_URL: url }, encoding: 'utf8' },
  )
  return stderr.split('\n').filter((line) => line.startsWith('loaded '))
}

it('pg and pg-boss are loaded only when a database is named', () => {
  expect(loaded('', 'stats', '--json')).toEqual([])
  expect(loaded('', 'workers')).toEqual([])
  // Nobody listens on port 1.
  expect(loaded('postgres://u:p@127.0.0.1:1/d', 'stats', '--json')).toEqual(['loaded pg'])
}, 60_000)
