import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { judgeNode, openBlueprint, syncMarkers, writeFiles } from './index.ts'
import { blueprintOf, factsOf } from './test-blueprint.ts'

type Facts = Parameters<typeof factsOf>[0]

function synced(text: string, facts: Facts): string {
  const { files } = syncMarkers(judgeNode(blueprintOf(text), factsOf(facts)))
  return files.get('web.tex') ?? text
}

const TEXT = String.raw`% Every byte of this stays.
\begin{theorem}[Title]	\label{thm}
    \lean{Foo.bar,
      Foo.baz} % its names
    \uses{a}
  Text with  two  blanks.   
\end{theorem}
\begin{proof}
  \uses{b}
  Clear.
\end{proof}
\begin{definition}\lean{D} A thing.\end{definition}
\begin{proof}[Why] Because.\end{proof}
\begin{lemma}\leanok By hand.\end{lemma}
\begin{lemma}\mathlibok\lean{M}\end{lemma}`

describe('the markers of a blueprint', () => {
  it('are set where receipts say so, on lines of their own where that is the way of the text', () => {
    const result = synced(TEXT, { proved: ['Foo.bar', 'Foo.baz'], defined: ['D'] })
    expect(result).toBe(
      TEXT.replace('% its names\n', '% its names\n    \\leanok\n')
        .replace('\\begin{proof}\n', '\\begin{proof}\n  \\leanok\n')
        .replace('\\lean{D}', '\\lean{D}\\leanok ')
        .replace('[Why]', '[Why]\\leanok '),
    )
  })

  it('speak of the statement and of the proof by themselves', () => {
    const result = synced(TEXT, { stated: ['Foo.bar', 'Foo.baz'] })
    expect(result).toBe(TEXT.replace('% its names\n', '% its names\n    \\leanok\n'))
  })

  it('are taken away where nothing is proved, and only there', () => {
    const claimed = synced(TEXT, { proved: ['Foo.bar', 'Foo.baz'], defined: ['D'] })
    expect(synced(claimed, {})).toBe(TEXT)
    expect(synced(claimed, { proved: ['Foo.bar', 'Foo.baz'], defined: ['D'] })).toBe(claimed)
    const inline = String.raw`\begin{lemma}\lean{A}\label{x} \leanok{} Text \leanok more.\end{lemma}`
    expect(synced(inline, {})).toBe(String.raw`\begin{lemma}\lean{A}\label{x} Text more.\end{lemma}`)
  })

  it('keep the line ends of the file', () => {
    const windows = '\\begin{lemma}\r\n\t\\lean{A}\r\n\\end{lemma}\r\n'
    const result = synced(windows, { stated: ['A'] })
    expect(result).toBe('\\begin{lemma}\r\n\t\\lean{A}\r\n\t\\leanok\r\n\\end{lemma}\r\n')
    expect(synced(result, {})).toBe(windows)
  })
})

/** Texts as people write them, in all the ways in which a marker can be set or stand already. */
const space = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', ' % say\n', '\n\n')
const word = fc.constantFrom(
  'Text',
  '$x$',
  '\\emph{y}',
  '\\\\',
  '100\\%',
  '\\verb|\\leanok|',
  'é𝔸',
  '% \\leanok\n',
)
const body = fc.array(fc.tuple(word, space), { maxLength: 3 }).map((parts) => parts.flat().join(''))
const statement = fc
  .tuple(
    fc.constantFrom('lemma', 'definition'),
    fc.constantFrom('A', 'B', 'A, B'),
    space,
    space,
    body,
    space,
    body,
  )
  .map(([kind, names, one, two, text, three, proof]) => {
    const block = `\\begin{${kind}}${one}\\lean{${names}}${two}${text}\\end{${kind}}`
    return `${block}${three}\\begin{proof}${two}${proof}\\end{proof}${three}`
  })
const text = fc.array(statement, { maxLength: 4 }).map((parts) => parts.join(''))
const facts = fc.constantFrom<Facts>(
  {},
  { stated: ['A'] },
  { proved: ['A', 'B'] },
  { defined: ['A'], proved: ['B'] },
)

describe('byte for byte', () => {
  it('what sync writes is what it read, but for its markers', () => {
    fc.assert(
      fc.property(text, facts, (source, known) => {
        const result = synced(source, known)
        // Nothing is marked to begin with, so what was put in comes out again without a trace.
        expect(synced(result, {})).toBe(source)
        let at = 0
        for (const char of result.replaceAll(/\n[ \t]*\\leanok\r?(?=\n)|\\leanok /g, '')) {
          at = source.indexOf(char, at) + 1
          expect(at).toBeGreaterThan(0)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('a second sync has nothing to do', () => {
    fc.assert(
      fc.property(text, facts, facts, (source, before, known) => {
        const result = synced(synced(source, before), known)
        expect(syncMarkers(judgeNode(blueprintOf(result), factsOf(known))).changes).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

describe('the files of a blueprint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orch-blueprint-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const sources = join(folder, 'blueprint', 'src')
  mkdirSync(sources, { recursive: true })
  const content = join(sources, 'content.tex')
  const open = () => {
    const blueprint = openBlueprint(folder)
    if (!blueprint) throw new Error('the blueprint was not found')
    return blueprint
  }

  it('are found, replaced whole with their permissions, and never if they changed meanwhile', () => {
    const before = '\uFEFF\\begin{lemma}\\lean{A}\r\n\\end{lemma}'
    writeFileSync(join(sources, 'web.tex'), '\\input{content}')
    writeFileSync(content, before)
    chmodSync(content, 0o640)
    const blueprint = open()
    const { files } = syncMarkers(judgeNode(blueprint, factsOf({ stated: ['A'] })))
    writeFiles(blueprint, files)
    expect(readFileSync(content, 'utf8')).toBe('\uFEFF\\begin{lemma}\\lean{A}\r\n\\leanok\r\n\\end{lemma}')
    expect(statSync(content).mode & 0o777).toBe(0o640)
    writeFileSync(content, `${before} edited`)
    expect(() => writeFiles(blueprint, files)).toThrow('was changed meanwhile')
    expect(readFileSync(content, 'utf8')).toBe(`${before} edited`)
  })

  it('are refused where they lead out of the project or are no text', () => {
    const outside = join(tmpdir(), `orch-outside-${process.pid}.tex`)
    writeFileSync(outside, '\\begin{lemma}\\end{lemma}')
    symlinkSync(outside, join(sources, 'link.tex'))
    writeFileSync(content, '\\input{link}')
    expect(open).toThrow('outside of the project')
    rmSync(outside)
    writeFileSync(content, Buffer.from([0x5c, 0xff, 0xfe]))
    expect(open).toThrow('blueprint/src/content.tex is not UTF-8')
    expect(() => openBlueprint(join(folder, 'nowhere'))).toThrow('There is no folder')
    expect(openBlueprint(sources)).toBeUndefined()
  })
})
