/** The project page's routes on a small project in real files, with a real Lean. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as schemas from '../api/index.ts'
import { openTestServer, type TestServer } from './test-server.ts'

const FILES = {
  'Numbers.lean': `theorem both (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  · sorry
  · sorry

theorem wrong (n : Nat) : n < 5 := by
  sorry
`,
  'Sub/Uses.lean': 'import Numbers\n\ntheorem onWrong : 9 < 5 := by\n  have h := wrong 9\n  sorry\n',
  'Sub/Broken.lean': 'theorem broken : 1 = 2 := by rfl\r\n\r\ntheorem fine : 2 = 2 := by\r\n  sorry\r\n',
  'Wants.lean': 'import Mathlib.Tactic\n\ntheorem t : True := by sorry\n',
}

let server: TestServer
let folder: string

beforeAll(async () => {
  // Budgets that a busy machine does not use up.
  server = await openTestServer({
    envFile: 'ORCH_PROFILE=0\nORCH_TIMEOUT_MICRO=90\nORCH_TIMEOUT_REFUTE=90\n',
  })
  folder = join(server.folder, 'project')
  for (const [name, text] of Object.entries(FILES)) write(name, text)
  writeFileSync(join(server.folder, 'Secret.lean'), 'theorem secret : 1 = 1 := by sorry\n')
  mkdirSync(join(server.folder, 'elsewhere'))
  writeFileSync(join(server.folder, 'elsewhere', 'Hidden.lean'), 'theorem hidden : 1 = 1 := by sorry\n')
  symlinkSync(join(server.folder, 'Secret.lean'), join(folder, 'Link.lean'))
  symlinkSync(join(server.folder, 'elsewhere'), join(folder, 'Elsewhere'))
})
afterAll(() => server[Symbol.asyncDispose]())

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const look = async () => schemas.project.parse(await (await server.get('/api/project')).json())
const holesOf = async (path: string) =>
  schemas.projectHoles.parse(
    await (await server.get(`/api/project/holes?path=${encodeURIComponent(path)}`)).json(),
  )
const post = (action: string, body: object) => server.post(`/api/project/${action}`, body)

async function refusal(response: Promise<Response>): Promise<[number, string, string]> {
  const { status, code, detail } = schemas.problem.parse(await (await response).json())
  return [status, code, detail]
}

/** Looks again at every piece of news until it fits. */
async function until(fits: (project: schemas.ProjectAnswer) => boolean): Promise<schemas.ProjectAnswer> {
  const events = await server.events()
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
  let news = 'event: project'
  for (;;) {
    if (news.includes('event: project')) {
      const project = await look()
      if (fits(project)) {
        await reader?.cancel()
        return project
      }
    }
    const piece = await reader?.read()
    if (!piece || piece.done) throw new Error('the stream ended')
    news = piece.value
  }
}

const untilRead = () => until(({ activity, is_stale }) => activity.kind === 'idle' && !is_stale)
const untilFound = () => until(({ activity, message }) => activity.kind === 'idle' && message !== null)

describe('the project of a dashboard', () => {
  it('is read when somebody looks, and shows files, holes, errors and what Lean does not have', async () => {
    const first = await look()
    expect(first).toMatchObject({ kind: 'folder', problem: null, activity: { kind: 'reading' } })
    expect(await refusal(post('search', {}))).toEqual([409, 'busy', 'The project is being read.'])
    const { files, counts } = await untilRead()
    expect(files.map(({ path, state, errors }) => [path, state, errors])).toEqual([
      ['Numbers.lean', 'read', 0],
      ['Sub/Broken.lean', 'read', 1],
      ['Sub/Uses.lean', 'read', 0],
      ['Wants.lean', 'failed', 0],
    ])
    expect(counts).toMatchObject({ open: 5, proposed: 0 })
    expect(files[3]?.failure).toMatch(/imports Mathlib\.Tactic.*Install the project's own Lean/)
    const { holes, errors } = await holesOf('Sub/Broken.lean')
    expect(errors).toMatchObject([{ line: 1 }])
    expect(holes).toMatchObject([
      { line: 4, declaration: 'fine', goal: '⊢ 2 = 2', state: 'open', diff: null },
    ])
  })

  it('knows no path but those of its own files, and none that leads out', async () => {
    for (const path of [
      '../Secret.lean',
      join(folder, 'Numbers.lean'),
      'Link.lean',
      'Elsewhere/Hidden.lean',
    ]) {
      const asked = server.get(`/api/project/holes?path=${encodeURIComponent(path)}`)
      expect((await refusal(asked)).slice(0, 2)).toEqual([404, 'unknown-file'])
      expect((await refusal(post('search', { path }))).slice(0, 2)).toEqual([404, 'unknown-file'])
      const { version } = await look()
      expect((await refusal(post('apply', { path, version }))).slice(0, 2)).toEqual([404, 'unknown-file'])
    }
    const hole = '../Secret/secret/1'
    expect((await refusal(post('search', { hole }))).slice(0, 2)).toEqual([404, 'unknown-hole'])
    expect((await refusal(post('apply', { version: 'x' }))).slice(0, 2)).toEqual([409, 'file-changed'])
  })

  it('is searched hole by hole, until somebody says stop', async () => {
    const { holes } = await holesOf('Sub/Uses.lean')
    expect((await post('search', { hole: holes[0]?.id })).status).toBe(202)
    expect((await holesOf('Sub/Uses.lean')).holes[0]?.state).toMatch(/^(queued|searching)$/)
    expect((await post('stop', {})).status).toBe(202)
    const { message, counts } = await untilFound()
    expect(message).toMatchObject({ is_problem: false, text: expect.stringMatching(/^Stopped\. /) })
    expect(counts).toMatchObject({ open: 5, proposed: 0 })
  })

  it('is searched: proofs become diffs, what is false is refuted, and nothing is written', async () => {
    expect((await post('search', {})).status).toBe(202)
    expect((await refusal(post('search', {}))).slice(0, 2)).toEqual([409, 'busy'])
    const { counts, message } = await untilFound()
    expect(message).toMatchObject({
      is_problem: false,
      text: expect.stringMatching(/^3 of 5 holes proved, 1 false/),
    })
    expect(counts).toMatchObject({ proposed: 3, refuted: 1, skipped: 1 })
    const { holes } = await holesOf('Numbers.lean')
    expect(holes.map(({ state }) => state)).toEqual(['proposed', 'proposed', 'refuted'])
    expect(holes[0]?.diff).toMatch(
      /^diff --git a\/Numbers\.lean b\/Numbers\.lean\n[\s\S]*\n- {2}· sorry\n\+ {2}· \w/,
    )
    expect(holes[0]).toMatchObject({ receipt: expect.any(String), needs: [], given: [] })
    expect(holes[2]?.counterexample).toMatch(/n = \d/)
    const [above] = (await holesOf('Sub/Uses.lean')).holes
    expect(above).toMatchObject({ state: 'skipped', why: 'it rests on wrong, which is false' })
    for (const [name, text] of Object.entries(FILES)) expect(read(name)).toBe(text)
    expect((await refusal(post('stop', {}))).slice(0, 2)).toEqual([409, 'not-searching'])
    const foreign = { origin: 'http://evil.example', host: 'localhost:8000' }
    expect((await server.post('/api/project/apply', { version: 'x' }, foreign)).status).toBe(403)
    const wrong = { hole: holes[2]?.id }
    expect((await refusal(post('search', wrong))).slice(0, 2)).toEqual([409, 'nothing-to-search'])
  })

  it('is written hole by hole, each with the file as a whole checked; proofs of the others stay', async () => {
    const { holes, version } = await holesOf('Numbers.lean')
    const response = await post('apply', { hole: holes[0]?.id, version })
    expect(schemas.appliedProject.parse(await response.json())).toEqual({
      written: ['Numbers.lean'],
      kept: [],
      withdrawn: [],
    })
    expect(read('Numbers.lean').match(/sorry/g)).toHaveLength(2)
    expect(read('Numbers.lean').replace(/(constructor\n {2}· ).*/, '$1sorry')).toBe(FILES['Numbers.lean'])
    // What was shown is not what is there any more.
    const again = post('apply', { hole: holes[1]?.id, version })
    expect((await refusal(again)).slice(0, 2)).toEqual([409, expect.stringMatching(/^(file-changed|busy)$/)])
    await untilRead()
    const after = await holesOf('Numbers.lean')
    expect(after.holes.map(({ declaration, state }) => [declaration, state])).toEqual([
      ['both', 'proposed'],
      ['wrong', 'refuted'],
    ])
    expect((await look()).files.map(({ counts }) => [counts.written, counts.skipped])).toEqual([
      [1, 0],
      [0, 0],
      [0, 1],
      [0, 0],
    ])
  })

  it('does not overwrite a file that changed since it was shown, whether or not it was noticed', async () => {
    const before = await holesOf('Numbers.lean')
    const mine = `${read('Numbers.lean')}-- mine\n`
    write('Numbers.lean', mine)
    const hole = before.holes[0]?.id
    const [status, code, detail] = await refusal(post('apply', { hole, version: before.version }))
    expect([status, read('Numbers.lean')]).toEqual([409, mine])
    expect([code, detail]).toEqual([
      'not-written',
      'Nothing was written. Numbers.lean: it was edited meanwhile.',
    ])
    await until(({ files, activity }) => {
      return activity.kind === 'idle' && files[0]?.version !== before.version && files[0]?.state === 'read'
    })
    const stale = await refusal(post('apply', { hole, version: before.version }))
    expect(stale).toEqual([
      409,
      'file-changed',
      'Numbers.lean has changed since this was shown. Nothing was written.',
    ])
    // The change stands below the hole, so its proof is as good as before.
    const now = await holesOf('Numbers.lean')
    expect(now.holes[0]?.state).toBe('proposed')
    expect((await post('apply', { path: 'Numbers.lean', version: now.version })).status).toBe(200)
    expect(read('Numbers.lean')).toMatch(/-- mine\n$/)
    expect(read('Numbers.lean').match(/sorry/g)).toHaveLength(1)
  })

  it('proposes nothing over a file that switches the kernel off, and says why', async () => {
    const off = 'set_option debug.skipKernelTC true\ntheorem seed : (2 : Nat) < 1 := by decide +kernel'
    write('Hostile.lean', `${off}\n\ntheorem t : False := by sorry\n`)
    await post('read', {})
    await until(({ files, activity }) => {
      const file = files.find(({ path }) => path === 'Hostile.lean')
      return activity.kind === 'idle' && file !== undefined && file.state !== 'unread'
    })
    await post('search', { path: 'Hostile.lean' })
    await until(({ activity }) => activity.kind === 'idle')
    const { holes, failure } = await holesOf('Hostile.lean')
    expect(JSON.stringify({ failure, holes })).toMatch(/debug\.skipKernelTC is not allowed/)
    expect(holes.filter(({ state, diff }) => state === 'proposed' || diff !== null)).toEqual([])
  })

  it('says in a sentence that there is none', async () => {
    rmSync(folder, { recursive: true })
    await post('read', {})
    const { problem, files } = await until(({ problem }) => problem !== null)
    expect(problem?.message).toMatch(/^There is nothing at .*project\.$/)
    expect(files).toEqual([])
    expect((await refusal(post('search', {}))).slice(0, 2)).toEqual([422, 'path_missing'])
  })
})
