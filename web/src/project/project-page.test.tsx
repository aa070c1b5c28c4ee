import { describe, expect, it } from 'vitest'
import type { HoleCounts, ProjectAnswer, ProjectFile, ProjectHole, ProjectHolesAnswer } from '../data/api.ts'
import { HOSTILE, HOSTILE_SHOWN } from '../test-answers.ts'
import { SILENCE, showPage } from '../test-page.tsx'

const page = async () => (await import('./project-page.tsx')).ProjectPage
const NONE: HoleCounts = { open: 0, proposed: 0, refuted: 0, failed: 0, skipped: 0, written: 0 }

function project(part: Partial<ProjectAnswer> = {}): ProjectAnswer {
  return {
    folder: '/home/me/proj',
    kind: 'lake',
    problem: null,
    notes: [],
    version: 'v1',
    activity: { kind: 'idle', done: 0, total: 0, detail: '' },
    is_stale: false,
    message: null,
    counts: NONE,
    files: [],
    ...part,
  }
}

function file(path: string, part: Partial<ProjectFile> = {}): ProjectFile {
  return {
    path,
    version: 'f1',
    state: 'read',
    failure: null,
    errors: 0,
    counts: { ...NONE, open: 1 },
    ...part,
  }
}

function hole(part: Partial<ProjectHole> = {}): ProjectHole {
  return {
    id: 'h1',
    line: 12,
    column: 3,
    declaration: 'Foo.bar',
    goal: '⊢ a = a',
    goal_hash: 'k1',
    difficulty: 0.4,
    state: 'open',
    trying: null,
    why: null,
    counterexample: null,
    given: [],
    last_outcome: null,
    strategy: null,
    receipt: null,
    diff: null,
    needs: [],
    ...part,
  }
}

const shown = (part: Partial<ProjectAnswer>, holes: Partial<ProjectHolesAnswer> = {}) =>
  showPage(
    page,
    {},
    {
      answers: {
        '/api/project': project(part),
        '/api/project/holes': {
          path: 'A.lean',
          version: 'f1',
          failure: null,
          errors: [],
          holes: [],
          ...holes,
        },
      },
    },
  )

describe('the project page', () => {
  it('says where it looked when there is no project', async () => {
    const { text } = await shown({
      kind: null,
      problem: { message: 'There is no Lean file here.', hint: 'Start the dashboard in a project.' },
    })
    expect(text).toBe(
      'Project There is no Lean file here. Start the dashboard in a project. The dashboard looks in /home/me/proj . Look again',
    )
  })

  it('says that there are no holes only when it knows', async () => {
    expect((await shown({})).text).toContain('This project has no holes.')
    const reading = { kind: 'reading', done: 1, total: 9, detail: 'A.lean' } as const
    expect((await shown({ activity: reading })).text).not.toContain('This project has no holes.')
    const failed = file('A.lean', { state: 'failed', failure: 'no such module', counts: NONE })
    expect((await shown({ files: [failed] })).text).not.toContain('This project has no holes.')
  })

  it.each([
    [{ kind: 'reading', done: 0, total: 0, detail: '' }, 'Starting Lean to read the files …'],
    [{ kind: 'reading', done: 3, total: 9, detail: 'A.lean' }, 'Reading files: 3 of 9, last A.lean'],
    [{ kind: 'searching', done: 1, total: 1, detail: '' }, 'Searching everything: 1 of 1 hole settled'],
    [{ kind: 'searching', done: 1, total: 5, detail: 'A.lean' }, 'Searching A.lean: 1 of 5 holes settled'],
    [{ kind: 'applying', done: 0, total: 0, detail: '' }, 'Checking whole files with the proofs in them'],
  ] as const)('while it is at %o says so, and nothing else can begin', async (activity, words) => {
    const { text, html } = await shown({ activity, counts: { ...NONE, open: 5 }, files: [file('A.lean')] })
    expect(text).toContain(words)
    expect(html).toMatch(/disabled=""[^>]*>Read again/)
    expect(text.includes('Stop the search')).toBe(activity.kind === 'searching')
  })

  it('tells how the last search ended, and what the lakefile wants in vain', async () => {
    const { html, text } = await shown({
      message: { text: 'Lean died.', is_problem: true },
      notes: ['moreLeanArgs are not used'],
    })
    expect(html).toContain('role="alert">Lean died.')
    expect(text).toContain('moreLeanArgs are not used')
  })

  it('says that files changed under a search', async () => {
    const activity = { kind: 'searching', done: 0, total: 1, detail: '' } as const
    expect((await shown({ activity, is_stale: true })).text).toContain(
      'they are read when the search is over',
    )
    expect((await shown({ is_stale: true })).text).not.toContain('they are read when the search is over')
  })

  it.each([
    ['unread', 'unread', 'Not read yet: 2 files of /home/me/proj'],
    ['read', 'unread', '1 hole so far in 2 files of /home/me/proj'],
    ['read', 'read', '1 hole in 2 files of /home/me/proj'],
  ] as const)('counts no holes in files that nobody has read: %s, %s', async (first, second, words) => {
    const counts = { ...NONE, open: first === 'read' ? 1 : 0 }
    const files = [file('A.lean', { state: first, counts }), file('B.lean', { state: second, counts: NONE })]
    expect((await shown({ counts, files })).text).toContain(words)
  })

  it('counts in one place what can be done at once', async () => {
    const counts = { ...NONE, open: 2, proposed: 3, refuted: 1, failed: 1, written: 4 }
    const { text } = await shown({
      counts,
      files: [file('A.lean', { counts }), file('B.lean', { counts: NONE })],
    })
    expect(text).toContain('3 proposed 4 proved 1 refuted 1 failed 2 open')
    expect(text).toContain('7 holes in 2 files of /home/me/proj')
    expect(text).toContain('Apply all 3')
    expect(text).toContain('Show 1 file without holes')
    expect(text).not.toContain('B.lean')
  })

  it('asks for the holes of a small project at once, and of a large one not at all', async () => {
    const few = await shown({ counts: { ...NONE, open: 1 }, files: [file('A.lean')] })
    expect(few.asked).toContain('/api/project/holes?path=A.lean')
    const files = Array.from({ length: 40 }, (_, at) => file(`Deep/F${at}.lean`))
    const many = await shown({ counts: { ...NONE, open: 40 }, files })
    expect(many.asked).toEqual(['/api/project'])
    expect(many.text).toContain('Deep/')
  })

  it('survives that the server is away', async () => {
    const { text } = await showPage(page, {}, { answers: { '/api/project': SILENCE } })
    expect(text).toBe('Project The server does not answer.')
  })
})

describe('a file', () => {
  const one = (part: Partial<ProjectFile>, holes: Partial<ProjectHolesAnswer> = {}) =>
    shown({ counts: { ...NONE, open: 1 }, files: [file('Dir/A.lean', part)] }, holes)

  it('shows its errors with their places, fifty at most', async () => {
    const errors = Array.from({ length: 60 }, (_, at) => ({ line: at + 1, column: 2, text: `wrong ${at}` }))
    const { text } = await one({ errors: 60 }, { errors })
    expect(text).toContain('60 errors')
    expect(text).toContain('1:2 wrong 0')
    expect(text).toContain('50:2 wrong 49')
    expect(text).not.toContain('wrong 50')
  })

  it('that Lean cannot read says why, and not that nothing is left in it', async () => {
    const { text } = await one({ state: 'failed' }, { failure: 'unknown module Foo' })
    expect(text).toContain('not read')
    expect(text).toContain('unknown module Foo')
    expect(text).not.toContain('No hole is left in this file.')
  })

  it('without holes says so', async () => {
    expect((await one({})).text).toContain('No hole is left in this file.')
  })

  it('applies all its proofs at once only where there are several', async () => {
    expect((await one({ counts: { ...NONE, proposed: 2 } })).text).toContain('Apply 2 proofs in Dir/A.lean')
    expect((await one({ counts: { ...NONE, proposed: 1 } })).text).not.toContain('proofs in Dir/A.lean')
  })
})

describe('a hole', () => {
  const told = async (part: Partial<ProjectHole>) =>
    (await shown({ counts: { ...NONE, open: 1 }, files: [file('A.lean')] }, { holes: [hole(part)] })).text

  it('that nobody has tried can be searched', async () => {
    const text = await told({})
    expect(text).toContain('Foo.bar line 12 open difficulty 0.40 Search Foo.bar ⊢ a = a Not tried yet.')
  })

  it('outside of a declaration is called by its line', async () => {
    expect(await told({ declaration: null })).toContain('no declaration line 12')
    expect(await told({ declaration: null })).toContain('Search line 12')
  })

  it('that was searched in vain can be searched again', async () => {
    const last_outcome = { outcome: 'timeout', strategy: 'copilot', seconds: 20 } as const
    const text = await told({ state: 'failed', last_outcome })
    expect(text).toContain('Search again Foo.bar')
    expect(text).toContain('Last attempt: copilot, timeout after 20 s.')
  })

  it('that is false says for what', async () => {
    const last_outcome = { outcome: 'cancelled', strategy: 'micro', seconds: 4 } as const
    const text = await told({ state: 'refuted', counterexample: 'n = 3', last_outcome })
    expect(text).toContain('False for n = 3 .')
    expect(text).not.toContain('Last attempt')
    expect(text).not.toContain('Search Foo.bar')
  })

  it('that is left out says for what reason, as a sentence', async () => {
    expect(await told({ state: 'skipped', why: 'the goal has no type.' })).toContain('The goal has no type.')
  })

  it('with a proof shows what would be written, and with what', async () => {
    const text = await told({
      state: 'proposed',
      strategy: 'micro',
      receipt: 'r 1',
      diff: '@@ -1 +1 @@\n-  sorry\n+  omega\n',
      needs: ['Foo.base'],
      given: ['Foo.other'],
      last_outcome: { outcome: 'cancelled', strategy: 'copilot', seconds: 1 },
    })
    expect(text).toContain('Apply Foo.bar')
    expect(text).toContain('Proved by micro. Receipt')
    expect(text).toContain('Complete given Foo.other.')
    expect(text).toContain('Written together with Foo.base, which it rests on.')
    expect(text).toContain('+ omega')
    // Who was stopped after the proof was found says nothing about it.
    expect(text).not.toContain('Last attempt')
  })

  it('that is being searched says by whom', async () => {
    expect(await told({ state: 'searching', trying: 'copilot' })).toContain('copilot is at work on it.')
  })

  it('with hidden letters in its name shows them', async () => {
    expect(await told({ declaration: HOSTILE })).toContain(HOSTILE_SHOWN)
  })
})
