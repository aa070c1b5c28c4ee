import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeNode } from './index.ts'
import { blueprintOf, factsOf } from './test-blueprint.ts'

const node = (id: string, { kind = 'lemma', uses = '', proof = '', also = '' } = {}) =>
  String.raw`\begin{${kind}}\label{${id}}\lean{${id}}\uses{${uses}}${also}\end{${kind}}
\begin{proof}\uses{${proof}}\end{proof}
`

const statuses = (text: string, facts: Parameters<typeof factsOf>[0]) =>
  Object.fromEntries(judgeNode(blueprintOf(text), factsOf(facts)).nodes.map(({ id, status }) => [id, status]))

describe('the status of a statement', () => {
  it('is what the receipts of its declarations say, and those of all that it stands on', () => {
    const text =
      node('tree', { kind: 'definition' }) +
      node('a', { uses: 'tree' }) +
      node('b', { proof: 'a' }) +
      node('c', { proof: 'b, open' }) +
      node('open') +
      node('absent')
    const facts = { defined: ['tree'], proved: ['a', 'b', 'c'], stated: ['open'] }
    expect(statuses(text, facts)).toEqual({
      tree: 'fully_proved',
      a: 'fully_proved',
      b: 'fully_proved',
      c: 'proved',
      open: 'stated',
      absent: 'not_stated',
    })
  })

  it('needs every declaration that is named', () => {
    const text = String.raw`\begin{lemma}\label{two}\lean{a, b}\end{lemma}`
    expect(statuses(text, { proved: ['a', 'b'] })).toEqual({ two: 'fully_proved' })
    expect(statuses(text, { proved: ['a'], stated: ['b'] })).toEqual({ two: 'stated' })
    expect(statuses(text, { proved: ['a'] })).toEqual({ two: 'not_stated' })
    expect(statuses(text, { proved: ['a'], defined: ['b'] })).toEqual({ two: 'fully_proved' })
  })

  it('takes a predicate for a definition, and for no theorem', () => {
    const text = node('even', { kind: 'definition' }) + node('fermat', { kind: 'theorem' })
    expect(statuses(text, { predicates: ['even', 'fermat'] })).toEqual({
      even: 'fully_proved',
      fermat: 'claimed',
    })
  })

  it('does not believe a marker, and says that it is a claim', () => {
    const text = String.raw`
\begin{lemma}\label{marked}\lean{marked}\leanok\end{lemma}\begin{proof}\leanok\end{proof}
\begin{lemma}\label{bare}\leanok\end{lemma}\begin{proof}\leanok\end{proof}
\begin{lemma}\label{later}\notready\end{lemma}
\begin{lemma}\label{known}\mathlibok\end{lemma}
\begin{lemma}\label{on}\lean{on}\uses{known}\end{lemma}
\begin{lemma}\label{off}\lean{off}\uses{marked}\end{lemma}`
    expect(statuses(text, { stated: ['marked'], proved: ['on', 'off'] })).toEqual({
      marked: 'claimed',
      bare: 'claimed',
      later: 'not_ready',
      known: 'mathlib',
      on: 'fully_proved',
      off: 'proved',
    })
  })
})

describe('what is left to do', () => {
  const chain =
    node('d', { kind: 'definition' }) +
    node('a', { uses: 'd' }) +
    node('b', { proof: 'a' }) +
    node('done', { proof: 'b' }) +
    node('c', { proof: 'done' }) +
    node('side', { proof: 'a' }) +
    node('far', { proof: 'd' })

  it('has a critical path, nodes that wait for others, and nodes that many wait for', () => {
    const judged = judgeNode(blueprintOf(chain), factsOf({ defined: ['d'], proved: ['done'] }))
    expect(judged.criticalPath).toEqual(['a', 'b', 'c'])
    const of = (id: string) => judged.nodes.find((one) => one.id === id)
    expect(of('a')).toMatchObject({ waitsFor: [], unlocks: 3 })
    expect(of('c')).toMatchObject({ waitsFor: ['a'], unlocks: 0 })
    expect(of('side')).toMatchObject({ waitsFor: ['a'] })
    expect(of('far')).toMatchObject({ waitsFor: [] })
    expect(of('done')).toMatchObject({ status: 'proved', waitsFor: [] })
  })

  it('is nothing when all is proved', () => {
    const facts = factsOf({ defined: ['d'], proved: ['a', 'b', 'done', 'c', 'side', 'far'] })
    expect(judgeNode(blueprintOf(chain), facts)).toMatchObject({
      criticalPath: [],
      counts: { fully_proved: 7 },
    })
  })

  it('never counts a circle as proved, nor what stands on one', () => {
    const text = node('a', { proof: 'b' }) + node('b', { proof: 'a' }) + node('c', { proof: 'b' }) + node('d')
    const judged = judgeNode(blueprintOf(text), factsOf({ proved: ['a', 'b', 'c', 'd'] }))
    expect(judged.nodes.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'proved'],
      ['b', 'proved'],
      ['c', 'proved'],
      ['d', 'fully_proved'],
    ])
    expect(judged.problems.map(({ message }) => message)).toEqual([
      'a needs itself, through what it uses.',
      'b needs itself, through what it uses.',
    ])
  })
})

/** Any graph, with circles, and any subset of it proved. */
const graphs = fc
  .array(fc.record({ proved: fc.boolean(), uses: fc.array(fc.nat(14), { maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 15,
  })
  .map((nodes) =>
    nodes.map(({ proved, uses }) => ({ proved, uses: uses.filter((one) => one < nodes.length) })),
  )

it('calls fully proved exactly what reaches no open node and no circle', () => {
  fc.assert(
    fc.property(graphs, (nodes) => {
      const text = nodes
        .map(({ uses }, index) => node(`n${index}`, { proof: uses.map((one) => `n${one}`).join() }))
        .join('')
      const proved = nodes.flatMap((one, index) => (one.proved ? [`n${index}`] : []))
      const judged = judgeNode(blueprintOf(text), factsOf({ proved }))
      for (const [index, { status }] of judged.nodes.entries()) {
        expect(status === 'fully_proved').toBe(solid(index, []))
      }
      // The reference: follow every path, as deep as it goes.
      function solid(index: number, path: readonly number[]): boolean {
        if (path.includes(index) || nodes[index]?.proved !== true) return false
        return nodes[index].uses.every((one) => solid(one, [...path, index]))
      }
    }),
  )
})
