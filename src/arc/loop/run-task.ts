import type { Random } from '../../engine/index.ts'
import { COMPARATOR_VERSION } from '../compare/index.ts'
import { PLAUSIBLE } from '../cost.ts'
import {
  type Analysis,
  analyse,
  CRITIC_VERSION,
  candidateSetReport,
  deterministicCritic,
  randomFor,
} from '../critic/index.ts'
import { type Fact, factKey, factSentence } from '../describe/index.ts'
import type { Program } from '../dsl/index.ts'
import type { Task } from '../io/index.ts'
import { type MemoryBundle, recallOf, repairsFor } from '../memory/index.ts'
import type { OperatorPrior } from '../teacher/index.ts'
import type { Directive, Iteration, ScoredCandidate, Trace } from '../trace/index.ts'
import { answersOf, betterOf, byMerit, chooseAttempts, chooseDrafts, STRICT, SURE } from './choose.ts'
import { type Draft, firstDrafts, type Rejected, remindedPrior, writtenDrafts } from './drafts.ts'
import type { Parts } from './open-models.ts'
import { type Place, scoreDraft } from './score-draft.ts'
import { Deadline, type LoopSettings } from './settings.ts'
import { type EditTrial, secondLook, tryEdits } from './tried.ts'

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
  /** The programs of all candidates, by their text. */
  readonly #programs = new Map<string, Program>()
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
    this.#deadline = new Deadline(settings.timeBudget)
    this.#facts = parts.describe(task)
    this.#keys = this.#facts.map(factKey)
    this.#random = randomFor(settings.seed, task.id)
  }

  async draft(): Promise<void> {
    const { student } = this.#parts
    const limits = { nodes: this.#settings.nodes, isOver: this.#deadline.isOver, spent: this.#spent }
    const { searched, remembered } = firstDrafts(this.#task, limits, this.#memory.ruler, [
      { source: 'teacher', prior: this.#prior() },
      ...(student === undefined ? [] : [{ source: 'student' as const, prior: this.#prior(student) }]),
    ])
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

  #add(draft: Draft, parent_id: string | null, directive: Directive | null): ScoredCandidate | undefined {
    if (this.#programs.has(draft.text)) return undefined
    this.#programs.set(draft.text, draft.program)
    const { critic } = this.#parts
    const iter_idx = this.#iterations.length
    const place: Place = { candidate_id: `c${this.#scored.length}`, iter_idx, parent_id, directive }
    const candidate = scoreDraft(this.#task, draft, place, this.#keys, critic, this.#memory.critic)
    this.#scored.push(candidate)
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
    // The first attempt for some test input may be not to be relied on, though it explains every pair.
    if (this.#looksAgain()) return this.#attempts().some(({ confidence_1 }) => confidence_1 < SURE)
    return !this.#isSolved() && (editK > 0 || this.#parts.writers.length > 0) && this.#seeds().length > 0
  }

  /** Whether other views are next: once, and not where an earlier run of this task has looked with as many nodes. */
  #looksAgain(): boolean {
    const { editK, nodes } = this.#settings
    const wasLooked = this.#memory.ruler.looked.some((before) => before >= nodes)
    return editK > 0 && this.#iterations.length === 1 && !wasLooked
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
      .map((own) => {
        const { repairGain } = recallOf(this.#memory.critic, this.#programOf(own), own)
        return { own, ...own, verifier_score: own.verifier_score + repairGain }
      })
      .toSorted(byMerit)
      .slice(0, this.#settings.editTopM)
      .map(({ own }) => own)
  }

  #programOf({ program }: ScoredCandidate): Program {
    const known = this.#programs.get(program)
    if (known === undefined) throw new Error(`no candidate of this task: ${program}`)
    return known
  }

  #analysis(candidate: ScoredCandidate): Analysis {
    const { candidate_id: id } = candidate
    const known = this.#analyses.get(id) ?? analyse(this.#task, this.#programOf(candidate), id, this.#random)
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
    const [first] = this.#looksAgain() ? seeds : []
    const limits = { ...this.#limits(), isOver: this.#deadline.isOver }
    const looked = first === undefined ? [] : secondLook(this.#task, first.candidate_id, limits)
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

  #prior(of: Parts['teacher'] = this.#parts.teacher): OperatorPrior {
    return remindedPrior(() => of(this.#facts), this.#memory.ruler)
  }

  #limits() {
    return { nodes: this.#settings.nodes, prior: this.#prior(), spent: this.#spent }
  }

  #tryEdits(seed: ScoredCandidate): EditTrial[] {
    const program = this.#programOf(seed)
    const analysis = this.#analysis(seed)
    if (this.#deadline.isOver()) return []
    const remembered = repairsFor(this.#memory.ruler, program, seed)
    return tryEdits(
      this.#task,
      { id: seed.candidate_id, program, analysis, remembered },
      this.#limits(),
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
    const csa = own.map((seed) => this.#analysis(seed).report)
    this.#iterations[iter_idx] = { ...draftIteration, csa }
  }

  /** Everything that is known of the finished task, as one row. It holds no test output. */
  trace(): Trace {
    const attempts = this.#attempts()
    const { ruler, critic } = this.#memory
    const { seed, nodes, loopIters, candidateK, editK, editTopM } = this.#settings
    return {
      schema: 'arc-trace-1',
      task_id: this.#task.id,
      seed,
      comparator_version: COMPARATOR_VERSION,
      critic_version: CRITIC_VERSION,
      settings: {
        nodes,
        loop_iters: loopIters,
        candidate_k: candidateK,
        edit_k: editK,
        edit_top_m: editTopM,
      },
      checkpoints: { ...this.#parts.hashes },
      train_pairs: this.#task.train.length,
      facts: this.#facts.map(({ key, sentence, evidence }) => ({ key, sentence, evidence: [...evidence] })),
      memory: {
        summary: critic.summary,
        solved_examples: ruler.solved_examples.length,
        repair_cases: ruler.repair_cases.length,
        bytes: Buffer.byteLength(JSON.stringify({ ruler, critic })),
      },
      iterations: this.#iterations,
      status: this.#isSolved() ? 'solved' : 'unsolved',
      best_id: this.#best()?.candidate_id ?? null,
      stopped_by_time: this.#deadline.hit,
      nodes: this.#spent.nodes,
      attempts,
      answers: answersOf(attempts, this.#scored, this.#spares),
    }
  }
}
