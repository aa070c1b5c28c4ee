/** A night on GitHub, with everything real but GitHub: a repository, a remote to push to, a server that is asked. */
import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'nightly')
/** Never the same file twice: what earlier runs found about it would be known. */
const FILE = `-- ${randomUUID()}
def twice (n : Nat) : Nat := n + n

theorem twice_eq (n : Nat) : twice n = 2 * n := by
  sorry

theorem small (n : Nat) : twice n < 3 := by
  sorry
`
const BLUEPRINT = String.raw`\begin{lemma}\label{a}\lean{twice_eq}
\end{lemma}
\begin{proof}
\end{proof}
`

let folder = ''
let repository = ''
let server: Server
let api = ''
const asked: { method: string; url: string; body: Record<string, string>; token: string }[] = []
const pulls: { number: number; html_url: string }[] = []

/** As much of GitHub as the script talks to: the list of open pull requests, one more, a change of one. */
function answer(method: string): unknown {
  if (method === 'GET') return pulls
  if (method === 'POST') pulls.push({ number: 7, html_url: 'https://github.example/o/r/pull/7' })
  return pulls[0]
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orch-nightly-'))
  repository = join(folder, 'repository')
  mkdirSync(join(repository, 'blueprint', 'src'), { recursive: true })
  writeFileSync(join(repository, 'Twice.lean'), FILE)
  writeFileSync(join(repository, '.gitignore'), '.orch/\n')
  writeFileSync(join(repository, 'blueprint', 'src', 'content.tex'), BLUEPRINT)
  git('init', '--quiet', '--bare', join(folder, 'remote.git'))
  git('init', '--quiet', '--initial-branch=main')
  git('remote', 'add', 'origin', join(folder, 'remote.git'))
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '-m', 'Begin')
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += String(chunk)
    })
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      asked.push({ method, url, body: text ? JSON.parse(text) : {}, token: headers.authorization ?? '' })
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(method)))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8' })
}

/** Not waited for synchronously: the script asks the server of this very process. */
async function night(env: Record<string, string>) {
  const outputs = join(folder, `outputs-${Math.random()}`)
  const settings = { NIGHTLY_PROJECT: repository, NIGHTLY_LEAN: 'embedded', NIGHTLY_OUT: join(folder, 'out') }
  const child = spawn(SCRIPT, {
    cwd: folder,
    env: {
      ...process.env,
      ...settings,
      ORCH_HOME: join(folder, 'home'),
      GITHUB_OUTPUT: outputs,
      GITHUB_API_URL: api,
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_TOKEN: 'secret',
      ...env,
    },
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk)
  })
  child.stdout.resume()
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const lines = readOr(outputs, '').trim().split('\n')
  return { code, stderr, outputs: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) }
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

describe('a night', () => {
  it('leaves a report, a diff that git takes, and receipts, and touches nothing', async () => {
    const { code, outputs, stderr } = await night({ NIGHTLY_TIMEOUT: '120', NIGHTLY_BLUEPRINT: 'check' })
    expect(stderr).not.toContain('nightly:')
    // The statement of the blueprint is not marked, though it is there.
    expect(code).toBe(1)
    const out = join(folder, 'out')
    expect(outputs).toEqual({ folder: out, proved: '1', left: '1', changed: 'true' })
    expect(git('status', '--porcelain')).toBe('')
    git('apply', '--check', join(out, 'fill.diff'))
    const [receipt = ''] = readdirSync(join(out, 'receipts'))
    expect(JSON.parse(readFileSync(join(out, 'receipts', receipt), 'utf8'))).toMatchObject({
      theorem: 'twice_eq',
    })
    const report = readFileSync(join(out, 'report.md'), 'utf8')
    expect(report).toContain('1 of 2 holes proved')
    expect(report).toMatch(/Twice.lean:8 \| small \| refuted \| false for n = /)
    expect(report).toContain('1 marker out of date')
    expect(asked).toEqual([])
  })

  it('opens a pull request with the proofs and the markers, and updates it the next night', async () => {
    const first = await night({
      NIGHTLY_PULL_REQUEST: 'true',
      NIGHTLY_BLUEPRINT: 'true',
      NIGHTLY_TIMEOUT: '120',
    })
    expect(first.stderr).not.toContain('nightly:')
    expect(first.outputs).toMatchObject({
      changed: 'true',
      'pull-request': 'https://github.example/o/r/pull/7',
    })
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /repos/o/r/pulls?state=open&base=main&head=o%3Aorch%2Ffill',
      'POST /repos/o/r/pulls',
    ])
    expect(asked[1]).toMatchObject({
      token: 'Bearer secret',
      body: { title: 'Prove twice_eq', head: 'orch/fill', base: 'main' },
    })
    const changed = git('--git-dir', join(folder, 'remote.git'), 'diff', '--stat', 'orch/fill~1', 'orch/fill')
    expect(changed).toMatch(/Twice.lean .*\n.*content.tex .*\n 2 files changed/)
    expect(git('show', 'HEAD:blueprint/src/content.tex')).toBe(
      BLUEPRINT.replace('{twice_eq}\n', '{twice_eq}\n\\leanok\n').replace('{proof}\n', '{proof}\n\\leanok\n'),
    )

    git('checkout', '--quiet', 'main')
    asked.length = 0
    const second = await night({ NIGHTLY_PULL_REQUEST: 'true', NIGHTLY_TIMEOUT: '120' })
    expect(second.code).toBe(0)
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'PATCH'])
    git('checkout', '--quiet', 'main')
  })

  it('says what is wrong with its settings, and takes no changes of others along', async () => {
    const bad = await night({ NIGHTLY_TIMEOUT: 'soon' })
    expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining('NIGHTLY_TIMEOUT') })
    writeFileSync(join(repository, 'Twice.lean'), `${FILE}-- mine\n`)
    const dirty = await night({ NIGHTLY_PULL_REQUEST: 'true' })
    expect(dirty).toMatchObject({ code: 2, stderr: expect.stringContaining('changes of its own') })
    const nowhere = await night({ NIGHTLY_PROJECT: join(folder, 'remote.git') })
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('orch fill could not run') })
  })
})
