import { LENGTH, PLAUSIBLE } from '../cost.ts'
import { describe } from '../describe/index.ts'
import type { Task } from '../io/index.ts'
import {
  type Proposals,
  type Ruler,
  Scene,
  type SearchSettings,
  type Spent,
  stackRuler,
} from '../rulers/index.ts'
import { type Candidate, candidateOf, closestPartials, rank, startsOf } from './candidate.ts'
import { FLIPPED_VIEWS, type Ground, PLAN, type Round, TURNED_VIEW, uprightViews, viewsOf } from './plan.ts'
import { type OperatorPrior, symbolicPrior } from './prior.ts'

export interface TeacherOptions {
  /** Operator applications per view, in lockstep over all inputs. */
  readonly nodes: number
  /** Reorders the search; the built-in prior, by which lengths are measured, when left out. */
  readonly prior?: OperatorPrior
  /** Asked before each scene after the first, and after each round: whether time is up. */
  readonly isOver?: () => boolean
  /** Where what is spent is counted, if somebody wants to know. */
  readonly spent?: Spent | undefined
  /** The name of one ruler, when only that one is asked. */
  readonly only?: string
  /** The rounds of the search; the teacher's plan when left out. */
  readonly plan?: readonly Round[]
}

/** The teacher: ranked candidates for a task, best first. Same task and options, same list. */
export function solve(task: Task, options: TeacherOptions): Candidate[] {
  const search = new TeacherSearch(task, options)
  for (const { ground, rulers, share, enough } of options.plan ?? PLAN) {
    const asked = rulers.filter(({ name }) => options.only === undefined || options.only === name)
    search.round(ground, asked, Math.ceil(options.nodes * share))
    if (search.hasSolution(enough(task.train.length)) || options.isOver?.()) break
  }
  return rank(search.candidates())
}

/** How a search on a task measures and orders steps. */
export function searchSettings(task: Task, { nodes, prior, spent }: TeacherOptions): SearchSettings {
  const facts = describe(task)
  const lengths = symbolicPrior(facts)
  return { lengths, order: prior?.(facts) ?? lengths, nodes, spent }
}

class TeacherSearch {
  readonly #task: Task
  readonly #settings: SearchSettings
  readonly #isOver: () => boolean
  readonly #scenes = new Map<Ground, readonly Scene[]>()
  /** What each ruler last found on each scene: a longer search finds all that a shorter one did. */
  readonly #found = new Map<Scene, Map<Ruler, { solutions: Candidate[]; proposals: Proposals }>>()

  constructor(task: Task, options: TeacherOptions) {
    this.#task = task
    this.#settings = searchSettings(task, options)
    this.#isOver = options.isOver ?? (() => false)
  }

  round(ground: Ground, rulers: readonly Ruler[], nodes: number): void {
    const scenes = this.#scenes.get(ground) ?? this.#open(ground)
    this.#scenes.set(ground, scenes)
    for (const [at, scene] of scenes.entries()) {
      if (at > 0 && this.#isOver()) return
      const own = this.#found.get(scene) ?? new Map()
      this.#found.set(scene, own)
      for (const ruler of rulers) {
        const proposals = ruler.propose(scene, nodes)
        const solutions = proposals.solutions.map((proposal) => candidateOf(scene, proposal, nodes))
        own.set(ruler, { solutions, proposals })
      }
    }
  }

  #open(ground: Ground): Scene[] {
    const look = (view: Scene['view'], cost: number): Scene =>
      new Scene(this.#task, view, cost, this.#settings)
    switch (ground) {
      case 'likely':
        return viewsOf(this.#task).map((view, index) => look(view, index * LENGTH.view))
      case 'onwards':
        return [look(TURNED_VIEW, 2 * LENGTH.view), ...this.#onwards()]
      case 'flipped':
        return FLIPPED_VIEWS.map((view) => look(view, 3 * LENGTH.view))
      case 'upright':
        return uprightViews(this.#task).map((view) => look(view, 4 * LENGTH.view))
    }
  }

  /** The scenes that start where the most promising partial rules ended. */
  #onwards(): Scene[] {
    return [...this.#found].flatMap(([scene, own]) =>
      [...own].flatMap(([ruler, { proposals }]) =>
        startsOf(scene, proposals.partials, ruler.starts).map((proposal) => scene.after(proposal)),
      ),
    )
  }

  hasSolution(cost: number): boolean {
    return this.#all().some(({ solutions }) => solutions.some((solution) => solution.cost < cost))
  }

  #all() {
    return [...this.#found.values()].flatMap((own) => [...own.values()])
  }

  /**
   * Every solution, and partial answers. Where a plausible solution is known these serve only as a second guess: then
   * the stacks are enough that get some pair right, for they are at hand.
   */
  candidates(): Candidate[] {
    const isSolved = this.hasSolution(PLAUSIBLE)
    const solutions = this.#all().flatMap((found) => found.solutions)
    const partials = [...this.#found].flatMap(([scene, own]) =>
      [...own].flatMap(([ruler, { proposals }]) =>
        isSolved && ruler !== stackRuler
          ? []
          : proposals.partials.map((proposal) => candidateOf(scene, proposal, this.#settings.nodes)),
      ),
    )
    const exact = partials.filter(({ pairsSolved }) => pairsSolved > 0)
    const others = isSolved ? [] : partials.filter(({ pairsSolved }) => pairsSolved === 0)
    return [...solutions, ...exact, ...closestPartials(this.#task, others)]
  }
}
