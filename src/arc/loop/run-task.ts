import { createHash } from 'node:crypto'
import { createRandom, type Random } from '../../engine/index.ts'
import { PLAUSIBLE } from '../cost.ts'
import { type Analysis, analyse, candidateSetReport, deterministicCritic } from '../critic/index.ts'
import { type Fact, factKey, factSentence } from '../describe/index.ts'
import type { Program } from '../dsl/index.ts'
import type { Task } from '../io/index.ts'
import { type MemoryBundle, recallOf, repairsFor } from '../memory/index.ts'
import type { OperatorPrior } from '../teacher/index.ts'
import type { Directive, Iteration, ScoredCandidate, Trace } from '../trace/index.ts'
import { byMerit, chooseAttempts } from './attempts.ts'
import { chooseDrafts } from './choose-drafts.ts'
import { SURE } from './confidence.ts'
import {
  type Draft,
  earlierDrafts,
  fragmentDrafts,
  memoryDrafts,
  nodesToSearch,
  openDrafts,
  type Rejected,
  remindedPrior,
  searchDrafts,
  writtenDrafts,
} from './drafts.ts'
import { betterOf, STRICT } from './keep-better.ts'
import type { Parts } from './open-models.ts'
import { type Place, scoreDraft } from './score-draft.ts'
import { secondLook } from './second-look.ts'
import { createDeadline, type Deadline, type LoopSettings } from './settings.ts'
import { traceOf } from './trace-of.ts'
import { type EditTrial, tryEdits } from './tried.ts'

/** The whole life of one task: draft, score, select, edit, iterate. Same task, settings and memory, same trace. */
export async function runTask(
  task: Task,
  settings: LoopSettings,
  parts: Parts,
  memory: MemoryBundle,
): Promise<Trace> {
  const run = new TaskRun(task, settings, parts, memory)
  await run.draft()
  while (run.goesOn()) await run.edit()
  return run.trace()
}

class TaskRun {
  readonly #task: Task
  readonly #settings: LoopSettings
  readonly #parts: Parts
  readonly #memory: MemoryBundle
  readonly #facts: readonly Fact[]
  readonly #keys: readonly string[]
  readonly #random: Random
  readonly #deadline: Deadline
  readonly #spent = { nodes: 0 }
  readonly #programs = new Map<string, Program>()
  readonly #texts = new Set<string>()
  readonly #scored: ScoredCandidate[] = []
  readonly #analyses = new Map<string, Analysis>()
  /** Candidates that were seeds: editing them again would try the same edits. */
  readonly #edited = new Set<string>()
  /** Where the rulers have looked for repairs. */
  readonly #looked = new Set<string>()
  readonly #iterations: Iteration[] = []
  #spares: readonly Draft[] = []

  constructor(task: Task, settings: LoopSettings, parts: Parts, memory: MemoryBundle) {
    this.#task = task
    this.#settings = settings
    this.#parts = parts
    this.#memory = memory
    this.#deadline = createDeadline(settings.timeBudget)
    this.#facts = parts.describe(task)
    this.#keys = this.#facts.map(factKey)
    this.#random = createRandom(
      createHash('sha256').update(`${settings.seed} ${task.id}`).digest().readInt32BE(),
    )
  }

  async draft(): Promise<void> {
    const { student } = this.#parts
    const { ruler } = this.#memory
    const spent = this.#spent
    const own = this.#prior()
    const recalled = [...earlierDrafts(this.#task, ruler), ...memoryDrafts(this.#task, ruler)]
    const nodes = nodesToSearch(this.#settings.nodes, ruler, recalled)
    const searched = searchDrafts(this.#task, { nodes, isOver: this.#deadline.isOver, spent }, [
      { source: 'teacher', prior: own },
      ...(student === undefined ? [] : [{ source: 'student' as const, prior: this.#prior(student) }]),
    ])
    const explains = ({ solved }: Draft): boolean => solved.every(Boolean)
    const isSolved = [...searched, ...recalled].some((draft) => explains(draft) && draft.cost <= PLAUSIBLE)
    const most = searched.find((draft) => !explains(draft))?.pairsSolved ?? 0
    const remembered = [
      ...recalled,
      ...(isSolved ? [] : openDrafts(this.#task, ruler, most)),
      ...(isSolved ? [] : fragmentDrafts(this.#task, { nodes, spent }, own, ruler)),
    ]
    const written = await this.#ask(undefined)
    const { chosen, spares } = chooseDrafts(searched, this.#settings.candidateK)
    this.#spares = spares
    const added = [...chosen, ...remembered, ...written.drafts].flatMap(
      (draft) => this.#add(draft, null, null) ?? [],
    )
    this.#close([], added, [], written.rejected)
  }

  /** Asks the language models, if there are any; with the best program so far they are asked to repair it. */
  async #ask(best: ScoredCandidate | undefined): Promise<{ drafts: Draft[]; rejected: Rejected[] }> {
    return await writtenDrafts(this.#task, this.#parts.writers, {
      task: this.#task,
      facts: this.#facts.map(factSentence),
      examples: this.#memory.ruler.solved_examples.map(({ program }) => program),
      notes: this.#memory.critic.summary,
      ...(best && { repair: { program: best.program, score: best.verifier_score, solved: best.solved } }),
    })
  }

  #add(draft: Draft, parent: string | null, directive: Directive | null): ScoredCandidate | undefined {
    if (this.#texts.has(draft.text)) return undefined
    this.#texts.add(draft.text)
    const { critic } = this.#parts
    const iteration = this.#iterations.length
    const place: Place = { id: `c${this.#scored.length}`, iteration, parent, directive }
    const candidate = scoreDraft(this.#task, draft, place, this.#keys, critic, this.#memory.critic)
    this.#scored.push(candidate)
    this.#programs.set(candidate.candidate_id, draft.program)
    return candidate
  }

  /** The best candidate; a table that only lists the pairs stands behind what could still become a rule. */
  #best(): ScoredCandidate | undefined {
    const order = this.#scored.toSorted(byMerit)
    return order.find((c) => c.pairs_solved < this.#task.train.length || c.cost <= PLAUSIBLE) ?? order[0]
  }

  /** Whether a program explains every pair in fewer words than it would take to list them. */
  #isSolved(): boolean {
    return this.#scored.some((c) => c.pairs_solved === this.#task.train.length && c.cost <= PLAUSIBLE)
  }

  goesOn(): boolean {
    const { loopIters, editK } = this.#settings
    if (this.#iterations.length >= loopIters || this.#deadline.isOver()) return false
    if (editK > 0 && this.#iterations.length === 1) return this.#isDoubtful()
    return !this.#isSolved() && (editK > 0 || this.#parts.writers.length > 0) && this.#seeds().length > 0
  }

  /** Whether the first attempt for some test input is not to be relied on. */
  #isDoubtful(): boolean {
    return this.#attempts().some(({ confidence_1 }) => confidence_1 < SURE)
  }

  #attempts(): Trace['attempts'] {
    const keys = this.#parts.critic === deterministicCritic ? this.#keys : undefined
    return chooseAttempts(this.#task, this.#scored, this.#spares, keys)
  }

  /** What is worth an edit: candidates of merit, raised by how much repairs of their kind have gained before. */
  #seeds(): ScoredCandidate[] {
    if (this.#isSolved()) return []
    // An earlier run of this task has edited these: only what is as good and was not edited yet can lead further.
    const before = this.#memory.ruler.edited
    const least = Math.max(0, ...before.map(({ score }) => score))
    return this.#scored
      .filter(
        ({ candidate_id, program, pairs_solved, verifier_score }) =>
          !this.#edited.has(candidate_id) &&
          verifier_score >= least &&
          !before.some((edited) => edited.program === program) &&
          pairs_solved < this.#task.train.length,
      )
      .map((own) => ({ own, ...own, verifier_score: own.verifier_score + this.#expectedGain(own) }))
      .toSorted(byMerit)
      .slice(0, this.#settings.editTopM)
      .map(({ own }) => own)
  }

  #expectedGain(candidate: ScoredCandidate): number {
    const program = this.#programs.get(candidate.candidate_id)
    return program === undefined ? 0 : recallOf(this.#memory.critic, program, candidate).repairGain
  }

  #analysis(candidate: ScoredCandidate): Analysis | undefined {
    const id = candidate.candidate_id
    const program = this.#programs.get(id)
    if (program === undefined) return undefined
    const known = this.#analyses.get(id) ?? analyse(this.#task, program, id, this.#random)
    this.#analyses.set(id, known)
    return known
  }

  /**
   * Looks once more through other views, edits every seed, and keeps what is strictly better than the program it came
   * from, and what explains every pair, each outcome once.
   */
  async edit(): Promise<void> {
    const { editK } = this.#settings
    const best = this.#best()
    const seeds = this.#seeds().length > 0 || best === undefined ? this.#seeds() : [best]
    const looked = editK > 0 && this.#iterations.length === 1 ? this.#lookAgain(seeds[0]) : []
    const tried = [
      ...looked,
      ...(editK === 0 || this.#isSolved() ? [] : seeds.flatMap((seed) => this.#tryEdits(seed))),
    ]
    const kept = new Map<string, string>()
    const added = betterOf(this.#task, tried, this.#scored, editK).flatMap(({ trial, draft }) => {
      const candidate = this.#add(draft, trial.parent, trial.directive)
      if (candidate !== undefined) kept.set(trial.text, candidate.candidate_id)
      return candidate ?? []
    })
    for (const seed of seeds) this.#edited.add(seed.candidate_id)
    const written = await this.#ask(this.#best())
    added.push(...written.drafts.flatMap((draft) => this.#add(draft, null, null) ?? []))
    const rows = tried.map(({ parent, directive, text, score }) => ({
      parent_id: parent,
      directive,
      verifier_score: score,
      kept_as: kept.get(text) ?? null,
    }))
    this.#close(seeds, added, rows, written.rejected)
  }

  #lookAgain(seed: ScoredCandidate | undefined): EditTrial[] {
    const { isOver } = this.#deadline
    const limits = { nodes: this.#settings.nodes, spent: this.#spent, prior: this.#prior(), isOver }
    return seed === undefined ? [] : secondLook(this.#task, seed.candidate_id, limits)
  }

  #prior(of: Parts['teacher'] = this.#parts.teacher): OperatorPrior {
    return remindedPrior(() => of(this.#facts), this.#memory.ruler)
  }

  #tryEdits(seed: ScoredCandidate): EditTrial[] {
    const analysis = this.#analysis(seed)
    const program = this.#programs.get(seed.candidate_id)
    if (analysis === undefined || program === undefined || this.#deadline.isOver()) return []
    const remembered = repairsFor(this.#memory.ruler, program, seed)
    return tryEdits(
      this.#task,
      { id: seed.candidate_id, program, analysis, remembered },
      { nodes: this.#settings.nodes, prior: this.#prior(), spent: this.#spent },
      this.#random,
      this.#looked,
    )
  }

  #close(
    seeds: readonly ScoredCandidate[],
    candidates: readonly ScoredCandidate[],
    tried: Iteration['tried'],
    rejected: Iteration['rejected'],
  ): void {
    const best = this.#best()
    const iter_idx = this.#iterations.length
    const draftIteration: Iteration = {
      iter_idx,
      seeds: seeds.map((seed) => seed.candidate_id),
      candidates: [...candidates],
      tried,
      rejected,
      csa: [],
      candidate_set: candidateSetReport(candidates, this.#task.train.length),
      best_id: best?.candidate_id ?? null,
      best_score: best?.verifier_score ?? 0,
      improved: (best?.verifier_score ?? 0) > (this.#iterations.at(-1)?.best_score ?? 1) + STRICT,
      solved: this.#isSolved(),
    }
    this.#iterations.push(draftIteration)
    if (!this.#settings.analyse && !this.goesOn()) return
    const own = this.#seeds().filter((seed) => seed.iter_idx === iter_idx)
    const csa = own.flatMap((seed) => this.#analysis(seed)?.report ?? [])
    this.#iterations[iter_idx] = { ...draftIteration, csa }
  }

  trace(): Trace {
    return traceOf({
      task: this.#task,
      settings: this.#settings,
      parts: this.#parts,
      memory: this.#memory,
      facts: this.#facts,
      iterations: this.#iterations,
      status: this.#isSolved() ? 'solved' : 'unsolved',
      best_id: this.#best()?.candidate_id ?? null,
      stopped_by_time: this.#deadline.hit,
      nodes: this.#spent.nodes,
      attempts: this.#attempts(),
    })
  }
}
