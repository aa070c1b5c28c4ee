import { applyProgram } from '../apply/index.ts'
import { CONVINCING, programLength } from '../cost.ts'
import {
  findPrimitive,
  OPERATORS,
  PLAIN_VIEW,
  type Program,
  parseProgram,
  printProgram,
  type View,
} from '../dsl/index.ts'
import { type Grid, gridsKey } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import type { ProgramWriter } from '../llm/index.ts'
import type { RulerBundle } from '../memory/index.ts'
import { type Candidate, type OperatorPrior, rank, solve, type TeacherOptions } from '../teacher/index.ts'
import type { Iteration, ScoredCandidate } from '../trace/index.ts'
import { verifyProgram } from '../verify/index.ts'

export type Source = ScoredCandidate['source']

/** A proposed program with its predictions, before comparator and critic have looked at it. */
export interface Draft {
  readonly source: Source
  readonly program: Program
  readonly text: string
  readonly outputs: readonly (Grid | undefined)[]
  readonly solved: readonly boolean[]
  readonly pairsSolved: number
  readonly cost: number
  readonly support: number
  readonly nodes: number
  readonly why: string
}

export type Rejected = Iteration['rejected'][number]

/** A program from outside the search, run on everything it needs to be run on. */
export function draftOf(task: Task, program: Program, source: Source, why: string): Draft {
  const verdict = verifyProgram(program, task.train)
  return {
    source,
    program,
    text: printProgram(program),
    outputs: task.tests.map((input) => applyProgram(program, input)),
    solved: verdict.pairs.map((pair) => pair.kind === 'exact'),
    pairsSolved: verdict.exact,
    cost: programLength(program),
    support: 1,
    nodes: 0,
    why,
  }
}

/** What the searches found, best first: the first of every prediction, then the rest. */
export function searchDrafts(
  task: Task,
  limits: Omit<TeacherOptions, 'prior'>,
  priors: readonly { readonly source: Source; readonly prior: OperatorPrior }[],
): Draft[] {
  const byCandidate = new Map<Candidate, { source: Source; text: string }>()
  const known = new Set<string>()
  for (const { source, prior } of priors) {
    // Within one search a program found twice vouches twice; what an earlier ruler found is not new.
    const own = solve(task, { ...limits, prior }).map((candidate) => ({
      candidate,
      text: printProgram(candidate.program),
    }))
    for (const { candidate, text } of own) if (!known.has(text)) byCandidate.set(candidate, { source, text })
    for (const { text } of own) known.add(text)
  }
  const groups = new Map<string, number>()
  const keyOf = (c: Candidate): string => `${c.pairsSolved} ${gridsKey(c.outputs)}`
  for (const candidate of byCandidate.keys()) {
    groups.set(keyOf(candidate), (groups.get(keyOf(candidate)) ?? 0) + 1)
  }
  const found = [...byCandidate.keys()]
  // One search has ranked its candidates already.
  return (priors.length > 1 ? rank(found) : found).map((candidate) => ({
    source: byCandidate.get(candidate)?.source ?? 'teacher',
    program: candidate.program,
    text: byCandidate.get(candidate)?.text ?? '',
    outputs: candidate.outputs,
    solved: candidate.solved,
    pairsSolved: candidate.pairsSolved,
    cost: candidate.cost,
    support: groups.get(keyOf(candidate)) ?? 1,
    nodes: candidate.nodes,
    why: candidate.why,
  }))
}

/** Texts that type-check as programs, run on the task. */
function readDrafts(task: Task, texts: Iterable<string>, why: string): Draft[] {
  return [...texts].flatMap((text) => {
    const parsed = parseProgram(text)
    return parsed.kind === 'rejected' ? [] : [draftOf(task, parsed.program, 'memory', why)]
  })
}

const pipeOf = (steps: string): string => `(program (view none as-is) (pipe ${steps}))`

/** Programs and step sequences that solved similar tasks; only those that get a pair right are kept. */
export function memoryDrafts(task: Task, { solved_examples, fragments }: RulerBundle): Draft[] {
  const texts = new Set([...solved_examples.map(({ program }) => program), ...fragments.map(pipeOf)])
  return readDrafts(task, texts, 'solved a similar task').filter(({ pairsSolved }) => pairsSolved > 0)
}

/** What earlier runs of this very task left, as long as they counted it. */
export function earlierDrafts(task: Task, { earlier }: RulerBundle): Draft[] {
  return earlier.flatMap(({ program, cost, support }) =>
    readDrafts(task, [program], 'of an earlier run of this task').map((draft) => ({
      ...draft,
      cost,
      support,
    })),
  )
}

/** The part of the nodes that is searched where memory knows a convincing program, or a search as long as this one. */
const RECALLED_SHARE = 5

export function nodesToSearch(nodes: number, { searched }: RulerBundle, recalled: readonly Draft[]): number {
  const isKnown =
    searched.some((before) => before >= nodes) ||
    recalled.some(({ solved, cost }) => solved.every(Boolean) && cost < CONVINCING)
  return isKnown ? Math.ceil(nodes / RECALLED_SHARE) : nodes
}

/** Where similar tasks were left open: their best programs, when they get at least as many pairs right as the search. */
export function openDrafts(task: Task, { open_examples }: RulerBundle, pairs: number): Draft[] {
  const texts = open_examples.map(({ program }) => program)
  return readDrafts(task, texts, 'as far as a similar task was solved').filter(
    ({ pairsSolved, outputs }) => pairsSolved >= pairs && outputs.every((grid) => grid !== undefined),
  )
}

const FRAGMENT_SHARE = 8
const DRAFTS_PER_FRAGMENT = 2

/**
 * Remembered step sequences as operators: each is applied to every input as one step, and a share of the search goes
 * on from there.
 */
export function fragmentDrafts(
  task: Task,
  limits: Omit<TeacherOptions, 'prior'>,
  prior: OperatorPrior,
  { fragments }: RulerBundle,
): Draft[] {
  return fragments.flatMap((steps) => {
    const parsed = parseProgram(pipeOf(steps))
    if (parsed.kind === 'rejected') return []
    const moved = advance(task, parsed.program)
    if (moved === undefined) return []
    return solve(moved, { ...limits, nodes: Math.floor(limits.nodes / FRAGMENT_SHARE), prior })
      .filter(({ program }) => isPlain(program.view))
      .slice(0, DRAFTS_PER_FRAGMENT)
      .map(({ program }) => {
        const stages = [...parsed.program.stages, ...program.stages]
        return draftOf(task, { ...program, stages }, 'memory', 'begins like a solution of a similar task')
      })
      .filter(({ pairsSolved }) => pairsSolved > 0)
  })
}

/** The task that is left when a program has been applied to every input; undefined if it does not apply to all. */
function advance(task: Task, program: Program): Task | undefined {
  const train = task.train.flatMap(({ input, output }) => {
    const made = applyProgram(program, input)
    return made === undefined ? [] : [{ input: made, output }]
  })
  const tests = task.tests.flatMap((input) => applyProgram(program, input) ?? [])
  const isWhole = train.length === task.train.length && tests.length === task.tests.length
  return isWhole ? { ...task, train, tests } : undefined
}

function isPlain({ turn, relabel }: View): boolean {
  return turn === PLAIN_VIEW.turn && relabel.kind === PLAIN_VIEW.relabel.kind
}

const REMEMBERED = 2

/** Makes the verbs of remembered solutions a little cheaper in the search. */
export function remindedPrior(prior: OperatorPrior, bundle: RulerBundle): OperatorPrior {
  const text = [...bundle.fragments, ...bundle.solved_examples.map(({ program }) => program)].join(' ')
  const verbs = new Set(text.match(/(?<=\()[a-z-]+/g)?.filter((name) => findPrimitive(name) !== undefined))
  if (verbs.size === 0) return prior
  return (facts) => {
    const weights = prior(facts)
    return OPERATORS.map(
      ({ primitive, index }) => (weights[index] ?? 0) + (verbs.has(primitive.name) ? REMEMBERED : 0),
    )
  }
}

/** What the language models wrote: programs that type-check, and the others with the reason they were turned down. */
export async function writtenDrafts(
  task: Task,
  writers: readonly ProgramWriter[],
  request: Parameters<ProgramWriter>[0],
): Promise<{ drafts: Draft[]; rejected: Rejected[] }> {
  const drafts: Draft[] = []
  const rejected: Rejected[] = []
  for (const writer of writers) {
    const answer = await writer(request)
    if (answer.kind === 'failed') {
      rejected.push({ source: 'llm', text: '', reason: answer.reason })
      continue
    }
    for (const text of answer.programs) {
      const parsed = parseProgram(text)
      if (parsed.kind === 'rejected') rejected.push({ source: 'llm', text, reason: parsed.reason })
      else drafts.push(draftOf(task, parsed.program, 'llm', 'written by a model'))
    }
    if (answer.programs.length === 0)
      rejected.push({
        source: 'llm',
        text: answer.text,
        reason: 'The answer contains no (program ...) form.',
      })
  }
  return { drafts, rejected }
}
