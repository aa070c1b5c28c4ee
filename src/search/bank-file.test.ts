import { describe, expect, it } from 'vitest'
import { parseBank } from './bank-file.ts'

describe('parseBank', () => {
  it('reads every field and fills in the defaults', () => {
    const full = {
      id: 'a',
      goal: ' True ',
      difficulty: 0.2,
      priority: 0.9,
      context: ['h : 0 < n'],
      imports: ['Std'],
      preamble: 'def x := 1',
      metadata: { source: 'me' },
    }
    const { goals, badLines } = parseBank(`${JSON.stringify(full)}\n\n{"id":"b","goal":"True"}\n`)
    expect(badLines).toEqual([])
    expect(goals).toEqual([
      {
        id: 'a',
        text: 'True',
        difficulty: 0.2,
        priority: 0.9,
        context: ['h : 0 < n'],
        imports: ['Std'],
        preamble: 'def x := 1',
        metadata: { source: 'me' },
      },
      { id: 'b', text: 'True', difficulty: 0.5, priority: 0.5, context: [], imports: [], preamble: '' },
    ])
  })

  it.each([
    ['no JSON', '{"id": "a", ', /not JSON: column 13, /],
    ['a bracket too few', '{"id": "a", "goal": "True"', /column 27, /],
    ['a quote of another kind', '{"id": \'é\'}', /column 8, unexpected token/],
    ['a field that is nearly right', '{"id":"a","gaol":"True"}', /no goal; did you mean it by "gaol"\?/],
    ['a field of another tool', '{"id":"a","statement":"True"}', /did you mean it by "statement"\?/],
    ['no object', '[1]', /expected object/],
    ['no goal', '{"id":"a"}', /goal/],
    ['an empty goal', '{"id":"a","goal":"  "}', /goal/],
    ['a difficulty beyond 1', '{"id":"a","goal":"True","difficulty":1.5}', /difficulty/],
  ])('tells the line with %s apart and goes on', (_, line, message) => {
    const { goals, badLines } = parseBank(
      `{"id":"first","goal":"True"}\n${line}\n{"id":"last","goal":"True"}`,
    )
    expect(goals.map(({ id }) => id)).toEqual(['first', 'last'])
    expect(badLines).toEqual([{ line: 2, message: expect.stringMatching(message) }])
  })

  it('warns once about fields that nobody reads, and says what was meant', () => {
    const { goals, warnings } = parseBank(
      '{"id":"a","goal":"True","dificulty":1}\n{"id":"b","goal":"True","dificulty":1,"colour":"red"}',
    )
    expect(goals).toHaveLength(2)
    expect(warnings).toEqual([
      { line: 1, message: '"dificulty" is not read: did you mean "difficulty"?' },
      { line: 2, message: expect.stringMatching(/"colour" is not read: the fields are id, goal, /) },
    ])
  })

  it('refuses an id that is taken, naming the line that has it', () => {
    const { badLines } = parseBank('{"id":"a","goal":"True"}\n{"id":"a","goal":"1 = 1"}')
    expect(badLines).toEqual([{ line: 2, message: 'the id "a" is taken by line 1' }])
  })
})
