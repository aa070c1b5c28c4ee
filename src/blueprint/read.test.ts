import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../errors.ts'
import { graphOf } from './index.ts'
import { blueprintOf } from './test-blueprint.ts'

const only = (text: string) => {
  const [node] = blueprintOf(text).nodes
  if (!node) throw new Error('no statement was found')
  return node
}

describe('a blueprint', () => {
  it('gives statements with their labels, declarations, uses, titles and markers', () => {
    const node = only(String.raw`
\begin{theorem}[Mirror, twice]
  \label{thm:mirror}
  \lean{Tree.mirror_mirror, % the first
    Tree.mirror_id}\leanok
  \uses{def:tree,lem:a} \uses{ lem:b }
  Mirroring twice changes nothing.
\end{theorem}
\begin{proof}
  \uses{lem:c}\leanok
  By induction.
\end{proof}`)
    expect(node).toMatchObject({
      id: 'thm:mirror',
      kind: 'theorem',
      title: 'Mirror, twice',
      declarations: ['Tree.mirror_mirror', 'Tree.mirror_id'],
      line: 2,
      statement: { uses: ['def:tree', 'lem:a', 'lem:b'], leanok: [expect.anything()] },
      proofs: [{ uses: ['lem:c'], leanok: [expect.anything()] }],
      notReady: false,
      mathlib: false,
    })
  })

  it('hears only what TeX would hear', () => {
    const { nodes } = blueprintOf(String.raw`
\newcommand{\leanok}{\begin{lemma}\lean{macro}\end{lemma}}
\renewcommand\uses[1]{\begin{lemma}\end{lemma}}
\def\x#1{\begin{lemma}\end{lemma}}
\newenvironment{claim}{\begin{lemma}}{\end{lemma}}
% \begin{lemma}\end{lemma}
\verb|\begin{lemma}| \verb*+\begin{lemma}+ \url{http://a.b/%7B\begin{lemma}}
\begin{verbatim}\begin{lemma}\end{lemma}\end{verbatim}
\begin{comment}\begin{lemma}\end{lemma}\end{comment}
\iffalse \begin{lemma} \ifx a b \fi $a \iff b$ \end{lemma} \fi
\begin{lemma}\label{real} 100\% \lean{A} % \leanok \lean{B}
\end{lemma}
\end{document}
\begin{lemma}\end{lemma}`)
    expect(nodes).toHaveLength(1)
    expect(nodes[0]).toMatchObject({ id: 'real', declarations: ['A'], statement: { leanok: [] } })
  })

  it('tells nested statements and proofs apart', () => {
    const { nodes, problems } = blueprintOf(String.raw`
\begin{theorem}\label{outer} \begin{enumerate} \item \lean{O} \label{item} \end{enumerate}
\begin{equation}\label{eq} x \end{equation} \end{theorem}
\begin{proof} \uses{a}
  \begin{lemma}\label{inner}\lean{I}\end{lemma}
  \begin{proof} \uses{b} \leanok \end{proof}
  \uses{inner}
\end{proof}
\begin{proof}[Another way] \uses{c} \end{proof}
\begin{proof} \proves{inner} \uses{eq} \end{proof}`)
    expect(
      nodes.map(({ id, declarations, proofs }) => [id, declarations, proofs.map(({ uses }) => uses)]),
    ).toEqual([
      ['outer', ['O'], [['a', 'inner'], ['c']]],
      ['inner', ['I'], [['b'], ['eq']]],
    ])
    expect(problems).toEqual([])
    const graph = graphOf(
      blueprintOf(String.raw`\begin{lemma}\label{a}\begin{equation}\label{eq}\end{equation}\end{lemma}
\begin{lemma}\label{b}\uses{eq}\end{lemma}`),
    )
    expect(graph.uses.get('b')).toEqual(['a'])
  })

  it('takes the kinds of statements from the options of its package', () => {
    const text = String.raw`\begin{claim}\label{a}\end{claim}\begin{lemma}\label{b}\end{lemma}`
    const wide = String.raw`\usepackage[showmore, thms=lemma + claim, dep_by=part]{blueprint}`
    expect(blueprintOf(text).nodes.map(({ id }) => id)).toEqual(['b'])
    expect(blueprintOf(wide + text).nodes.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(blueprintOf(String.raw`\begin{example}\lean{A}\end{example}`).problems).toMatchObject([
      { message: expect.stringContaining('stands in no environment') },
    ])
  })

  it('says what is wrong and where, and reads on', () => {
    const { nodes, problems } = blueprintOf(String.raw`
\end{lemma}
\begin{lemma}\label{a}\begin{itemize}\end{lemma}
\leanok
\input{nowhere}
\begin{proof}\proves{nothing}\end{proof}
\begin{lemma}\label{b}`)
    expect(nodes.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(problems.map(({ line, message }) => `${line} ${message.split(' ')[0]}`)).toEqual([
      '2 \\end{lemma}',
      '3 \\begin{itemize}',
      '4 \\leanok',
      '5 There',
      '7 \\begin{lemma}',
      '6 \\proves',
    ])
  })
})

describe('the files of a blueprint', () => {
  it('are read in the order of the text, seen from the main file or from their own', () => {
    const { nodes, files } = blueprintOf({
      'web.tex': String.raw`\begin{document}\input{content}\include{last}\end{document}`,
      'content.tex': String.raw`\input part/one.tex \begin{lemma}\label{two}\end{lemma}`,
      'part/one.tex': String.raw`\begin{lemma}\label{one}\input{deep}`,
      'part/deep.tex': String.raw`\lean{Deep}\end{lemma}`,
      'last.tex': String.raw`\begin{proof}\leanok\end{proof}`,
    })
    expect(nodes.map(({ id, declarations }) => [id, declarations])).toEqual([
      ['one', ['Deep']],
      ['two', []],
    ])
    expect(nodes[1]?.proofs[0]?.opening.file).toBe('last.tex')
    expect([...files.keys()]).toEqual(['web.tex', 'content.tex', 'part/one.tex', 'part/deep.tex', 'last.tex'])
  })

  it('may not read themselves, nor anything outside of the project', () => {
    const circle = {
      'web.tex': String.raw`\input{a}`,
      'a.tex': String.raw`\input{b}`,
      'b.tex': String.raw`\input{a}`,
    }
    expect(() => blueprintOf(circle)).toThrow('a.tex → b.tex → a.tex')
    for (const path of ['../secret', '/etc/passwd', 'a/../../b', '..']) {
      expect(() => blueprintOf(`\\input{${path}}`)).toThrow('outside of the project')
    }
    const twice = {
      'web.tex': String.raw`\input{a}\input{a}`,
      'a.tex': String.raw`\begin{lemma}\label{a}\end{lemma}`,
    }
    expect(blueprintOf(twice).nodes).toHaveLength(1)
  })
})

const PIECES = [
  '\\begin{lemma}',
  '\\end{lemma}',
  '\\begin{proof}',
  '\\end{proof}',
  '\\begin{itemize}',
  '\\end{itemize}',
  '\\lean{A}',
  '\\lean{',
  '\\uses{x, y}',
  '\\uses',
  '\\leanok',
  '\\leanok{}',
  '\\label{x}',
  '\\proves{x}',
  '{',
  '}',
  '[',
  ']',
  '%',
  '\n',
  '\r\n',
  '\\',
  '\\verb',
  '|',
  '\\begin',
  '\\begin{verbatim}',
  '\\end{verbatim}',
  '\\iffalse',
  '\\fi',
  '\\def',
  '\\newcommand',
  '\\url{',
  '\\input',
  '\\mathlibok',
  '\\notready',
  ' ',
  'text',
  '𝔸',
  '\u0000',
  '\\usepackage[thms=]{blueprint}',
]

describe('hostile text', () => {
  it('is read to its end, whatever it says', () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary' })), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(text, (pieces) => {
        const source = pieces.join('')
        const { nodes } = blueprintOf(source)
        for (const { statement, proofs } of nodes) {
          for (const { opening, leanok } of [statement, ...proofs]) {
            expect(source.slice(opening.start, opening.end)).toMatch(/^\\begin\b/)
            for (const { start, end } of leanok)
              expect(source.slice(start, end)).toMatch(/^\\leanok(?:\{\})?$/)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })

  // A reader that looks for the end of each of these anew would need hours for texts of this length.
  it.each([
    ['open groups', '\\lean{'],
    ['open options', '\\begin{a}['],
    ['raw text without an end', '\\verb|'],
    ['addresses without an end', '\\url{'],
    ['closed pieces of raw text', '\\verb|a|'],
    ['comments', '\\lean%\n'],
    ['closers', '}]'],
    ['hidden text', '\\iffalse '],
    ['definitions', '\\def\\a'],
    ['brackets', '[{'],
    ['names', 'a,', '\\begin{lemma}\\uses{', '}\\lean{b}\\end{lemma}'],
  ])('of a million characters in %s takes no longer than any other', (_, piece, before = '', after = '') => {
    const text = before + piece.repeat(Math.ceil(1_000_000 / piece.length)) + after
    try {
      blueprintOf(text)
    } catch (error) {
      expect(error).toBeInstanceOf(InputError)
    }
  })

  it('is refused when it nests without end or is larger than any blueprint', () => {
    expect(() => blueprintOf('\\begin{a}'.repeat(10_000))).toThrow('nested too deeply')
    expect(() => blueprintOf('\\begin{lemma}\\end{lemma}'.repeat(10_000))).toThrow('too many statements')
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}.tex`, `\\input{${i + 1}}`]))
    expect(() => blueprintOf({ 'web.tex': '\\input{0}', ...many })).toThrow('too large')
  })
})
