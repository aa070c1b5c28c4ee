import { describe, expect, it } from 'vitest'
import type { BlueprintAnswer, BlueprintNodeAnswer } from '../data/api.ts'
import { showPage } from '../test-page.tsx'

const page = async () => (await import('./blueprint-page.tsx')).BlueprintPage

function node(id: string, part: Partial<BlueprintNodeAnswer> = {}): BlueprintNodeAnswer {
  return {
    id,
    kind: 'theorem',
    title: null,
    status: 'stated',
    file: 'src/web.tex',
    line: 3,
    declarations: [],
    uses: { statement: [], proof: [] },
    given: [],
    waits_for: [],
    unlocks: 0,
    receipts: [],
    tickets: [],
    ...part,
  }
}

const counts = {
  fully_proved: 0,
  proved: 0,
  mathlib: 0,
  claimed: 0,
  stated: 2,
  not_stated: 0,
  not_ready: 0,
}

const shown = (part: Partial<BlueprintAnswer> = {}) =>
  showPage(
    page,
    {},
    {
      answers: {
        '/api/blueprint': {
          project: '/home/me/proj',
          main: 'blueprint/src/web.tex',
          nodes: [],
          counts,
          critical_path: [],
          problems: [],
          unread: [],
          ...part,
        },
      },
    },
  )

describe('the blueprint', () => {
  it('that is not there says where it was looked for', async () => {
    const { text } = await shown({ main: null })
    expect(text).toContain('This project has no blueprint.')
    expect(text).toContain('blueprint/src/web.tex in /home/me/proj')
  })

  it('of nothing left to prove says so', async () => {
    const { text } = await shown()
    expect(text).toContain('0 statements in blueprint/src/web.tex')
    expect(text).toContain('Nothing is left to prove.')
    expect(text).toContain('0 problems None.')
    expect(text).toContain('stated 2')
  })

  it('shows statements with what they need, wait for and unlock', async () => {
    const { text, html } = await shown({
      nodes: [
        node('def:a', { kind: 'definition', status: 'fully_proved', declarations: ['A.a', 'A.b'] }),
        node('thm:b', {
          title: 'Main',
          uses: { statement: ['def:a'], proof: ['thm:gone'] },
          given: ['A.hole'],
          waits_for: ['lem:c'],
          unlocks: 4,
          tickets: [
            { ticket_id: 't/1', status: 'open', goal: 'x' },
            { ticket_id: 't2', status: 'cancelled', goal: 'x' },
          ],
        }),
      ],
      critical_path: ['lem:c', 'thm:b'],
    })
    expect(text).toContain('thm:b Main stated given A.hole lem:c 4 open cancelled')
    expect(text).toContain('def:a fully proved A.a A.b')
    expect(text).toContain('the longest chain of what is not proved lem:c thm:b')
    // Of its tickets only the open one is a flag.
    expect(html).toContain('<title>thm:b ⚑1: stated, 1 ticket open</title>')
    expect(html).toContain('thm:b ⚑1 needs def:a')
    expect(html).toContain('is-stated  critical')
    expect(html).toContain('is-fully_proved squared ')
    expect(html).toContain('href="/market?ticket=t%2F1"')
  })

  it('lists problems in the text with their places, fifty at most', async () => {
    const problems = Array.from({ length: 51 }, (_, at) => ({
      file: 'a.tex',
      line: at,
      message: `odd ${at}`,
    }))
    const { text } = await shown({ problems })
    expect(text).toContain('51 problems a.tex:0 odd 0')
    expect(text).not.toContain('odd 50')
  })

  it('says that Lean files were not read since they changed', async () => {
    const { text } = await shown({ unread: ['A.lean', 'B.lean'] })
    expect(text).toContain('2 Lean files changed or were never read')
    expect(text).toContain('orch blueprint status')
  })

  it('whose statements use each other is drawn all the same', async () => {
    const uses = (id: string) => ({ uses: { statement: [id], proof: [] } })
    const { html } = await shown({
      nodes: [node('a', uses('b')), node('b', uses('a')), node('c', uses('c'))],
    })
    for (const id of ['a', 'b', 'c']) expect(html).toContain(`<title>${id}: stated</title>`)
  })
})
