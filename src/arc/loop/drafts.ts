import { applyProgram } from '../apply/index.ts'
import { CONVINCING, LENGTH, PLAUSIBLE, programLength } from '../cost.ts'
import {
  findPrimitive,
  OPERATORS,
  PLAIN_VIEW,
  type Program,
  parseProgram,
  printProgram,
  type View,
} from '../dsl/index.ts'
import type { Task } from '../io/index.ts'
import type { ProgramWriter } from '../llm/index.ts'
import type { RulerBundle } from '../memory/index.ts'
import {
  type Candidate,
  type OperatorPrior,
  predictionOf,
  rank,
  solve,
  symbolicPrior,
  type TeacherOptions,
} from '../teacher/index.ts'
import type { Iteration, ScoredCandidate } from '../trace/index.ts'
import { verifyProgram } from '../verify/index.ts'

export type Source = ScoredCandidate['source']

/** A proposed program with its predictions, before comparator and critic have looked at it. */
export interface Draft extends Omit<Candidate, 'score'> {
  readonly source: Source
  readonly text: string
  /** Candidates that predict the same, this one included. */
  readonly support: number
}

export type Rejected = Iteration['rejected'][number]

/** A program from outside the search, run on everything it needs to be run on. */
export function draftOf(task: Task, program: Program, source: Source, why: string): Draft {
  const { pairs, exact } = verifyProgram(program, task.train)
  return {
    source,
    program,
    text: printProgram(program),
    made: pairs.map((pair) => (pair.kind === 'nothing' ? undefined : pair.output)),
    outputs: task.tests.map((input) => applyProgram(program, input)),
    solved: pairs.map((pair) => pair.kind === 'exact'),
    pairsSolved: exact,
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
  const found = new Map<Candidate, { source: Source; text: string }>()
  const known = new Set<string>()
  for (const { source, prior } of priors) {
    // Within one search a program found twice vouches twice; what an earlier ruler found is not new.
    const own = solve(task, { ...limits, prior }).map((candidate) => ({
      candidate,
      text: printProgram(candidate.program),
    }))
    for (const { candidate, text } of own) if (!known.has(text)) found.set(candidate, { source, text })
    for (const { text } of own) known.add(text)
  }
  const groups = Map.groupBy(found.keys(), predictionOf)
  // One search has ranked its candidates already.
  const order = priors.length > 1 ? rank([...found.keys()]) : [...found.keys()]
  return order.flatMap((candidate) => {
    const own = found.get(candidate)
    return own ? { ...candidate, ...own, support: groups.get(predictionOf(candidate))?.length ?? 1 } : []
  })
}

/** What the searches find, and what memory knows: more of it where nothing explains the task in few words. */
export function firstDrafts(
  task: Task,
  limits: Omit<TeacherOptions, 'prior'>,
  memory: RulerBundle,
  priors: Parameters<typeof searchDrafts>[2],
): { readonly searched: readonly Draft[]; readonly remembered: readonly Draft[] } {
  const earlier = earlierDrafts(task, memory)
  const similar = similarDrafts(task, memory)
  const recalled = [...earlier, ...similar]
  const fewer = { ...limits, nodes: nodesToSearch(limits.nodes, memory, earlier, similar) }
  const searched = fewer.nodes === 0 ? [] : asCounted(searchDrafts(task, fewer, priors), earlier)
  const explains = ({ solved }: Draft): boolean => solved.every(Boolean)
  if ([...searched, ...recalled].some((draft) => explains(draft) && draft.cost <= PLAUSIBLE))
    return { searched, remembered: recalled }
  const most = searched.find((draft) => !explains(draft))?.pairsSolved ?? 0
  const further = fragmentDrafts(task, fewer, priors[0]?.prior ?? symbolicPrior, memory)
  return { searched, remembered: [...recalled, ...openDrafts(task, memory, most), ...further] }
}

/** Texts that type-check as programs, run on the task. */
function readDrafts(task: Task, texts: Iterable<string>, why: string): Draft[] {
  return [...texts].flatMap((text) => {
    const parsed = parseProgram(text)
    return parsed.kind === 'rejected' ? [] : [draftOf(task, parsed.program, 'memory', why)]
  })
}

const pipeOf = (steps: string): string => `(program (view none as-is) (pipe ${steps}))`

/** What earlier runs of this very task left, as long as they counted it. */
function earlierDrafts(task: Task, { earlier }: RulerBundle): Draft[] {
  return earlier.flatMap(({ program, ...known }) =>
    readDrafts(task, [program], 'of an earlier run of this task').map((draft) => ({ ...draft, ...known })),
  )
}

/** Programs and step sequences that solved similar tasks, if they get a pair right. */
function similarDrafts(task: Task, { solved_examples, fragments }: RulerBundle): Draft[] {
  const texts = new Set([...solved_examples.map(({ program }) => program), ...fragments.map(pipeOf)])
  return readDrafts(task, texts, 'solved a similar task').filter(({ pairsSolved }) => pairsSolved > 0)
}

/** What a longer search found before keeps the witnesses it had there: a shorter one finds fewer. */
function asCounted(searched: readonly Draft[], earlier: readonly Draft[]): Draft[] {
  const before = new Map(earlier.map((draft) => [draft.text, draft]))
  return searched.map((draft) => {
    const { cost, support } = before.get(draft.text) ?? draft
    return { ...draft, cost, support: Math.max(support, draft.support) }
  })
}

/** The part of the nodes that is searched where memory knows a convincing program, or a search as long as this one. */
const RECALLED_SHARE = 5

/**
 * Where a search of the task as long as this one ended with a convincing program, as it does, nothing is searched: what
 * a shorter one finds instead could only take the place of an answer.
 */
function nodesToSearch(
  nodes: number,
  { searched }: RulerBundle,
  earlier: readonly Draft[],
  similar: readonly Draft[],
): number {
  const isConvincing = ({ solved, cost }: Draft): boolean => solved.every(Boolean) && cost < CONVINCING
  const wasSearched = searched.some((before) => before >= nodes)
  if (wasSearched && earlier.some(isConvincing)) return 0
  const isKnown = wasSearched || [...earlier, ...similar].some(isConvincing)
  return isKnown ? Math.ceil(nodes / RECALLED_SHARE) : nodes
}

/** Where similar tasks were left open: their best programs, when they get at least as many pairs right as the search. */
function openDrafts(task: Task, { open_examples }: RulerBundle, pairs: number): Draft[] {
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
function fragmentDrafts(
  task: Task,
  limits: Omit<TeacherOptions, 'prior'>,
  prior: OperatorPrior,
  { fragments }: RulerBundle,
): Draft[] {
  const nodes = Math.floor(limits.nodes / FRAGMENT_SHARE)
  return fragments.flatMap((steps) => {
    const parsed = parseProgram(pipeOf(steps))
    if (parsed.kind === 'rejected' || nodes === 0) return []
    const moved = advance(task, parsed.program)
    if (moved === undefined) return []
    return solve(moved, { ...limits, nodes, prior })
      .filter(({ program }) => isPlain(program.view))
      .slice(0, DRAFTS_PER_FRAGMENT)
      .map(({ program, cost }) => {
        const stages = [...parsed.program.stages, ...program.stages]
        const why = 'begins like a solution of a similar task'
        // The search knows what a table has by heart; its text does not tell.
        const counted = programLength(parsed.program) + LENGTH.stage + cost
        return { ...draftOf(task, { ...program, stages }, 'memory', why), cost: counted }
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
  const reject = (text: string, reason: string): unknown => rejected.push({ source: 'llm', text, reason })
  for (const writer of writers) {
    const answer = await writer(request)
    if (answer.kind === 'failed') {
      reject('', answer.reason)
      continue
    }
    for (const text of answer.programs) {
      const parsed = parseProgram(text)
      if (parsed.kind === 'rejected') reject(text, parsed.reason)
      else drafts.push(draftOf(task, parsed.program, 'llm', 'written by a model'))
    }
    if (answer.programs.length === 0) reject(answer.text, 'The answer contains no (program ...) form.')
  }
  return { drafts, rejected }
}
