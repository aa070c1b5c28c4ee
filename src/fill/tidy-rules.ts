/**
 * What makes a proof tidier, as a table: each rule offers other proofs, of which the first that elaborates is taken. In
 * this order, so that what makes later trials cheaper comes first (fewer alternatives, lists with fewer rules), and
 * what takes a trial for every name comes last.
 */
import type { Extracted } from './helper-lemmas.ts'

export interface TidyRule {
  readonly name: string
  /** Proofs that would be tidier, the best one first. */
  ways(proof: Extracted, namespaces: readonly string[]): Extracted[]
}

const BRINGS_INTO_VIEW = /^\s*(?:have \S+ := @\S+|have law\d+ .*|(?:rename_i|clear|generalize|conv|try) .*)$/
const SECOND_NAME = /^have (\w+) := @(\S+)$/gm
/** One line that searches or computes. */
const PROCEDURE = /^(?:omega|grind|simp|simp_all|decide)\b[^\n]*$/
/** One line that leaves a goal for each case. */
const SPLITS = /^(?:induction|fun_induction|cases|constructor|split)\b[^\n]*$/
const ALTERNATIVES = '(first | '
/** A longer list begins with definitions that are needed: without all of it most proofs fail, and slowly. */
const SHORT_LIST = 3
const BEFORE_LIST = /\b(?:grind|simp_all|simp only|simp)(?: \([^()]*\))? \[/g

/** Every rule, in order; `place-script.test.ts` has an example of what each is good for. */
export const TIDY_RULES: readonly TidyRule[] = [
  {
    name: 'a procedure where something plain will do',
    ways: ({ script, lemmas }) =>
      PROCEDURE.test(script) ? ['rfl', 'assumption'].map((plain) => ({ script: plain, lemmas })) : [],
  },
  {
    name: 'one of several alternatives',
    ways: (proof) =>
      eachLine(proof, (line) => {
        const [before, inner] = alternativesIn(line)
        return inner
          .split(' | ')
          .filter((way) => way !== '')
          .flatMap((way) => (before.trim() === '' ? [way.slice(1, -1), way] : [bare(line, way)]))
          .map((way) => before + way)
      }),
  },
  {
    name: 'names as they are known where they stand',
    ways: ({ script, lemmas }, namespaces) =>
      namespaces.flatMap((namespace) => {
        const short = (text: string) =>
          text.replace(new RegExp(`(?<![\\w.])${namespace.replace(/[^\w]/g, '\\$&')}\\.(?=\\w)`, 'g'), '')
        const changed = {
          script: short(script),
          lemmas: lemmas.map(({ name, text }) => ({ name, text: short(text) })),
        }
        return JSON.stringify(changed) === JSON.stringify({ script, lemmas }) ? [] : [changed]
      }),
  },
  {
    name: 'names that no list of rules needs',
    ways: (proof) => {
      const names = [
        ...new Set([proof.script, ...proof.lemmas.map(({ text }) => text)].flatMap(namesInLists)),
      ]
      return chunksOf(names).map((chunk) => {
        const without = (text: string) => withoutNames(text, new Set(chunk))
        return {
          script: without(proof.script),
          lemmas: proof.lemmas.map(({ name, text }) => ({ name, text: without(text) })),
        }
      })
    },
  },
  {
    name: 'a second name for a lemma',
    ways: ({ script, lemmas }) =>
      [...script.matchAll(SECOND_NAME)].flatMap(([line, local = '', name = '']) => {
        const rest = script.replace(`${line}\n`, '')
        const named = rest
          .split(/\b/)
          .map((word) => (word === local ? name : word))
          .join('')
        return named === rest ? [] : [{ script: named, lemmas }]
      }),
  },
  {
    name: 'the same step for every case',
    ways: ({ script, lemmas }) => {
      const [first = '', second = '', ...rest] = script.split('\n')
      const isSame = second !== '' && !/^\s/.test(second) && rest.every((line) => line === second)
      return isSame && !/^(?:have|rename_i|intro)\b/.test(first)
        ? [{ script: `${first} <;> ${second}`, lemmas }]
        : []
    },
  },
  {
    name: 'a bullet for each case that one step closes',
    ways: ({ script, lemmas }) => {
      const changed = {
        script: withBullets(script),
        lemmas: lemmas.map(({ name, text }) => ({ name, text: withBullets(text) })),
      }
      return JSON.stringify(changed) === JSON.stringify({ script, lemmas }) ? [] : [changed]
    },
  },
  {
    name: 'lines that only bring something into view',
    ways: (proof) => eachLine(proof, (line) => (BRINGS_INTO_VIEW.test(line) ? [undefined] : [])),
  },
  {
    name: 'helper lemmas that nothing mentions',
    ways: ({ script, lemmas }) =>
      lemmas
        .filter(
          ({ name }) =>
            !mentions(script, name) && !lemmas.some((one) => one.name !== name && mentions(one.text, name)),
        )
        .map((unused) => ({ script, lemmas: lemmas.filter((lemma) => lemma !== unused) })),
  },
  {
    name: 'assumptions that are not asked for',
    ways: (proof) =>
      eachLine(proof, (line) =>
        / <;> assumption$/.test(line) ? [line.replace(/ <;> assumption$/, '')] : [],
      ),
  },
  {
    name: 'intros before what introduces by itself',
    ways: (proof) =>
      eachLine(proof, (line) => (/^\s*intros; /.test(line) ? [line.replace('intros; ', '')] : [])),
  },
  {
    name: 'trying what works',
    ways: (proof) => eachLine(proof, (line) => (/^\s*try \w/.test(line) ? [line.replace('try ', '')] : [])),
  },
  {
    name: 'lists of rules that are not needed',
    ways: (proof) =>
      eachLine(proof, (line) =>
        listsIn(line).flatMap(({ before, names, after }) => [
          before + after,
          ...allButOne(names).map((some) => `${before} [${some.join(', ')}]${after}`),
        ]),
      ),
  },
]

function withBullets(text: string): string {
  const lines = text.split('\n')
  const splitAt = lines.findIndex((line) => SPLITS.test(line.trim()))
  const indent = /^\s*/.exec(lines[splitAt] ?? '')?.[0] ?? ''
  const isCase = (line: string, at: number) =>
    splitAt >= 0 && at > splitAt && line.startsWith(indent) && PROCEDURE.test(line.slice(indent.length))
  return lines
    .map((line, at) => (isCase(line, at) ? `${indent}· ${line.slice(indent.length)}` : line))
    .join('\n')
}

/** A list of rules in a line, with what stands before and behind it. */
interface RuleList {
  readonly before: string
  readonly names: readonly string[]
  readonly after: string
}

function listsIn(line: string): RuleList[] {
  return [...line.matchAll(BEFORE_LIST)].flatMap((found) => {
    const opened = found.index + found[0].length
    const closed = line.indexOf(']', opened)
    if (closed < 0) return []
    const names = line
      .slice(opened, closed)
      .split(',')
      .map((name) => name.trim())
    return [{ before: line.slice(0, opened - 2), names, after: line.slice(closed + 1) }]
  })
}

function namesInLists(text: string): string[] {
  return text.split('\n').flatMap((line) => listsIn(line).flatMap(({ names }) => names))
}

function withoutNames(text: string, unwanted: ReadonlySet<string>): string {
  const lines = text.split('\n').map((line) => {
    // From the right, so that what stands further to the left keeps its place.
    return listsIn(line).reduceRight((rest, { before, names, after }) => {
      const kept = names.filter((name) => !unwanted.has(name))
      const tail = rest.slice(line.length - after.length)
      return `${before}${kept.length === 0 ? '' : ` [${kept.join(', ')}]`}${tail}`
    }, line)
  })
  return lines.join('\n')
}

/** Of a long list its halves, quarters, … and single ones, of a short one all first; what comes later was thought less useful, and is first. */
function chunksOf(names: readonly string[]): string[][] {
  const chunks: string[][] = []
  const largest = names.length <= SHORT_LIST ? names.length : Math.ceil(names.length / 2)
  for (let size = largest; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let to = names.length; to > 0; to -= size) chunks.push(names.slice(Math.max(0, to - size), to))
  return chunks
}

function allButOne(names: readonly string[]): string[][] {
  return names.length < 2 ? [] : names.map((_, at) => names.toSpliced(at, 1))
}

function mentions(text: string, name: string): boolean {
  return text.includes(name)
}

/** What stands before the alternatives at the end of a line, and those; none gives the empty text. */
function alternativesIn(line: string): [before: string, inner: string] {
  const whole = /^\s*first \| /.exec(line)?.[0]
  if (whole !== undefined) return [/^\s*/.exec(line)?.[0] ?? '', line.slice(whole.length)]
  const from = line.indexOf(ALTERNATIVES)
  return from < 0 || !line.endsWith(')')
    ? ['', '']
    : [line.slice(0, from), line.slice(from + ALTERNATIVES.length, -1)]
}

/** An alternative in the place of its brackets: behind another tactic it keeps them if it has several steps. */
function bare(line: string, way: string): string {
  const inner = /^\((.*); done\)$/.exec(way)?.[1] ?? way
  return /;/.test(inner) || (/<;>/.test(line) && inner !== way) ? `(${inner})` : inner
}

/** Proofs with one line changed, or left out where `change` gives nothing for it. */
function eachLine(
  { script, lemmas }: Extracted,
  change: (line: string) => readonly (string | undefined)[],
): Extracted[] {
  const changed = (text: string): string[] => {
    const lines = text.split('\n')
    return lines.flatMap((line, at) =>
      change(line).flatMap((next) => {
        if (next === undefined && lines.length === 1) return []
        return [(next === undefined ? lines.toSpliced(at, 1) : lines.with(at, next)).join('\n')]
      }),
    )
  }
  return [
    ...changed(script).map((next) => ({ script: next, lemmas })),
    ...lemmas.flatMap(({ name, text }, at) =>
      changed(text).map((next) => ({ script, lemmas: lemmas.toSpliced(at, 1, { name, text: next }) })),
    ),
  ]
}
