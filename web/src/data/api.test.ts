import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { answer, asProblem, ProblemError } from './api.ts'
import * as questions from './questions.ts'

const json = (body: unknown, status = 200) =>
  Promise.resolve(
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
  )
const schema = z.object({ name: z.string() })

async function refusal(asked: Promise<Response>): Promise<ProblemError> {
  const error: unknown = await answer(asked, schema).catch((thrown: unknown) => thrown)
  if (error instanceof ProblemError) return error
  throw new Error('it was answered')
}

describe('an answer', () => {
  it('has the fields of its schema and no others', async () => {
    expect(await answer(json({ name: 'a', more: 1 }), schema)).toEqual({ name: 'a' })
  })

  it('has no letter that cannot be seen, in its texts or in its names', async () => {
    const record = z.record(z.string(), z.unknown())
    expect(await answer(json({ 'a\u202Eb': ['\u0000', { deep: 'x\u200By' }] }), record)).toEqual({
      'a\\u{202e}b': ['\\u{0}', { deep: 'x\\u{200b}y' }],
    })
  })

  it('of another form is refused with the place where it differs', async () => {
    const { message, hint } = await refusal(json({ name: 7 }))
    expect(message).toMatch(/does not understand: name /)
    expect(hint).toContain('Reload the page')
  })

  it('that is no JSON is refused, not shown', async () => {
    const page = Promise.resolve(new Response('<h1>proxy</h1>', { headers: { 'content-type': 'text/html' } }))
    expect((await refusal(page)).message).toContain('does not understand')
  })

  it('that refuses is told in the words of the server', async () => {
    const source = { place: 'statement', line: 1, column: 3, frame: 'n = foo\n    ^^^' }
    const body = { type: 't', title: 'T', status: 422, code: 'c', detail: 'No.', hint: 'Do this.', source }
    expect(await refusal(json(body, 422))).toMatchObject({
      status: 422,
      message: 'No.',
      hint: 'Do this.',
      frame: 'n = foo\n    ^^^',
    })
  })

  it('that refuses without words is told by its number', async () => {
    expect(await refusal(json({ error: 'x' }, 502))).toMatchObject({ message: 'The server answered 502.' })
    expect(await refusal(Promise.resolve(new Response('', { status: 413 })))).toMatchObject({ status: 413 })
  })

  it('that never comes is a server that is away', () => {
    expect(asProblem(new TypeError('fetch failed'))).toMatchObject({
      status: 0,
      message: 'The server does not answer.',
    })
    const known = new ProblemError(404, 'Nothing.')
    expect(asProblem(known)).toBe(known)
  })
})

describe('a question', () => {
  it('is known by its address: what is asked with other words is another one', () => {
    expect(questions.goals({ q: 'a b&c' }, { limit: 10, offset: 20 }).address).toBe(
      '/api/goals?q=a+b%26c&limit=10&offset=20',
    )
    expect(questions.goals({}, { limit: 10, offset: 0 }).address).toBe('/api/goals?limit=10&offset=0')
    expect(questions.proofSteps('k', true).address).not.toBe(questions.proofSteps('k', false).address)
  })

  it.each([
    ['a goal', questions.goal('lean:a/b')],
    ['its attempts', questions.attemptsOn('lean:a/b')],
    ['its tree', questions.proofTree('lean:a/b')],
    ['its search', questions.goalSearch('lean:a/b')],
    ['its states', questions.searchTrees('lean:a/b')],
    ['a receipt', questions.receipt('lean:a/b')],
    ['a run', questions.run('lean:a/b')],
    ['an ARC run', questions.arcTasks('lean:a/b', {})],
  ])('about %s keeps a name with a slash in one piece', (_, { address }) => {
    expect(address).toContain('lean%3Aa%2Fb')
    expect(address).not.toContain('a/b')
  })

  it('leaves out what is not asked for', () => {
    expect(questions.arcTasks('r', { q: 'x' }).address).toBe('/api/arc/runs/r/tasks?q=x&limit=60')
    expect(questions.machineHistory(10).address).toBe('/api/machine/history?minutes=10')
    expect(questions.comparison('a', 'b').address).toBe('/api/runs/compare?left=a&right=b')
    expect(questions.projectHoles('Dir/A.lean').address).toBe('/api/project/holes?path=Dir%2FA.lean')
  })
})
