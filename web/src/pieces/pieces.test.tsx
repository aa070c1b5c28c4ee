import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ProblemError } from '../data/api.ts'
import { textOf } from '../test-page.tsx'
import { keyed } from './keyed.ts'

vi.stubGlobal('addEventListener', () => {})
let pieces: typeof import('./pieces.tsx')
beforeAll(async () => {
  pieces = await import('./pieces.tsx')
})

const html = renderToStaticMarkup

describe('what was loaded', () => {
  const shown = (data: string | undefined, problem?: ProblemError) =>
    html(<pieces.Show of={{ data, problem, loading: false }}>{(text) => <p>{text}</p>}</pieces.Show>)

  it('is shown when it is there', () => {
    expect(shown('here')).toBe('<p>here</p>')
  })

  it('is a skeleton that says so while it is not', () => {
    expect(shown(undefined)).toContain('role="status"')
    expect(textOf(shown(undefined))).toBe('Loading …')
  })

  it('stays on the screen beside the news that it could not be loaded again', () => {
    const text = textOf(shown('old', new ProblemError(0, 'The server does not answer.')))
    expect(text).toBe('The server does not answer. old')
  })

  it('is no skeleton when it failed: nothing is on its way', () => {
    expect(textOf(shown(undefined, new ProblemError(500, 'Broken.')))).toBe('Broken.')
  })
})

describe('a problem', () => {
  it('shows the line that is wrong as it is, and what to do', () => {
    const problem = new ProblemError(422, 'Unknown identifier', 'Bind it.', 'n = foo\n    ^^^')
    const text = html(<pieces.ProblemNote problem={problem} />)
    expect(text).toContain('<pre class="frame">n = foo\n    ^^^</pre>')
    expect(text).toContain('role="alert"')
    expect(textOf(text)).toMatch(/^Unknown identifier .* Bind it\.$/)
  })

  it('without a hint is one sentence', () => {
    expect(html(<pieces.ProblemNote problem={new ProblemError(500, 'No.')} />)).toBe(
      '<div class="problem" role="alert"><strong>No.</strong></div>',
    )
  })
})

describe('a badge', () => {
  it.each([
    ['proved', 'good'],
    ['refuted', 'warn'],
    ['error', 'bad'],
    ['claimed', 'accent'],
  ])('for %s has the tone %s, and the word', (state, tone) => {
    expect(html(<pieces.Badge state={state} />)).toBe(`<span class="badge ${tone}">${state}</span>`)
  })

  it('of a word that nobody knows has no tone', () => {
    expect(html(<pieces.Badge state="odd" />)).toBe('<span class="badge ">odd</span>')
    expect(html(<pieces.Badge state="constructor" />)).toBe('<span class="badge ">constructor</span>')
  })
})

describe('a panel', () => {
  it('is named by its heading', () => {
    const text = html(<pieces.Panel title="Facts">x</pieces.Panel>)
    const id = /aria-labelledby="([^"]+)"/.exec(text)?.[1]
    expect(text).toContain(`<h2 id="${id}">Facts</h2>`)
    expect(text).not.toContain('panel-aside')
  })
})

describe('a skeleton', () => {
  it('has as many lines as the text will have, four at most', () => {
    const lines = (count: number) => html(<pieces.Skeleton lines={count} />).match(/<i /g)?.length
    expect([lines(1), lines(3), lines(9)]).toEqual([1, 3, 4])
  })
})

describe('keys of equal texts', () => {
  it('differ', () => {
    expect(keyed(['a', 'b', 'a'])).toEqual([
      ['1 a', 'a'],
      ['1 b', 'b'],
      ['2 a', 'a'],
    ])
    expect(keyed([{ n: 1 }, { n: 1 }], ({ n }) => `n${n}`).map(([key]) => key)).toEqual(['1 n1', '2 n1'])
  })
})
