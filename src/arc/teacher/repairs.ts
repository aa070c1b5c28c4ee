import { applyStage } from '../apply/index.ts'
import { stageLength, viewLength } from '../cost.ts'
import { type Program, printStage, type Stage } from '../dsl/index.ts'
import type { Task } from '../io/index.ts'
import { type Proposal, refine, Scene, type SearchSettings } from '../rulers/index.ts'
import { type Candidate, candidateOf, startsOf } from './candidate.ts'
import { REPAIR_RULERS } from './plan.ts'
import { searchSettings, type TeacherOptions } from './teacher.ts'

/** A program changed by a ruler that saw where it stands and what is still wrong. */
export interface Repair {
  readonly edit: 'append' | 'replace' | 'condition' | 'segment' | 'repeat'
  /** The stage that is changed, or after which one is put. */
  readonly stage: number
  /** What is new: a stage, a key or a division, as text. */
  readonly put: string
  readonly candidate: Candidate
}

/** What each kind of repair may offer for one stage. */
const MOST_OFFERS = 4

/** The scene that the stages of a program lead to; undefined when they do not apply to every input. */
function sceneAfter(task: Task, { view, stages }: Program, settings: SearchSettings): Scene | undefined {
  let scene = new Scene(task, view, viewLength(view), settings)
  for (const stage of stages) {
    const proposal = fixed(scene, stage, '')
    if (proposal === undefined) return undefined
    scene = scene.after(proposal)
  }
  return scene
}

/** A stage that is given, as a proposal where a scene stands; undefined when it does not apply to every input. */
function fixed(scene: Scene, stage: Stage, why: string): Proposal | undefined {
  const results = scene.inputs.map((input) => applyStage(stage, scene.store.grid(input)))
  const made = results.filter((grid) => grid !== undefined)
  return made.length < results.length ? undefined : { stage, results: made, cost: stageLength(stage), why }
}

/** What repairs of a task know of each other. */
export interface RepairNotes {
  /** Conditions that are offered however little they bring, for they helped before. */
  readonly conditions: ReadonlySet<string>
  /** Where the rulers have looked already, as text; programs that begin alike lead to the same places. */
  readonly looked: Set<string>
}

/**
 * Repairs by the rulers: a further rule for what is still wrong, another rule in place of the last one, one more
 * condition, another division into objects, or the same rule until nothing changes. `nodes` is what each ruler may spend
 * on each of them.
 */
export function repairsOf(
  task: Task,
  program: Program,
  options: TeacherOptions,
  { conditions, looked }: RepairNotes = { conditions: new Set(), looked: new Set() },
): Repair[] {
  const settings = searchSettings(task, options)
  const { view, stages } = program
  const look = (edit: Repair['edit'], from: readonly Stage[]): Repair[] => {
    const place = [view.turn, JSON.stringify(view.relabel), ...from.map(printStage)].join(' ')
    if (looked.has(place)) return []
    looked.add(place)
    return rulesFrom(
      sceneAfter(task, { view, stages: from }, settings),
      options.nodes,
      edit,
      stages.length - 1,
    )
  }
  const places = stages.flatMap((stage, at): Place[] => {
    const scene = sceneAfter(task, { view, stages: stages.slice(0, at) }, settings)
    return scene === undefined ? [] : [{ at, scene, stage, rest: stages.slice(at + 1) }]
  })
  return [
    ...look('append', stages),
    ...(stages.length < 2 ? [] : look('replace', stages.slice(0, -1))),
    ...places.flatMap((place) => refinements(place, settings.nodes, conditions)),
    ...places.flatMap((place) => repetition(place, settings.nodes)),
  ]
}

/** A stage of a program, the scene it starts from, and the stages after it. */
interface Place {
  readonly at: number
  readonly scene: Scene
  readonly stage: Stage
  readonly rest: readonly Stage[]
}

/** The program with one of its stages going on until nothing changes. */
function repetition(place: Place, nodes: number): Repair[] {
  const { at, scene, stage } = place
  if (stage.kind === 'repeat') return []
  const repeated = fixed(scene, { kind: 'repeat', stage }, 'until nothing changes')
  return repeated === undefined ? [] : changed(place, repeated, 'repeat', `stage ${at}`, nodes)
}

/** The program with another rule in one place; nothing when the stages after it do not apply any more. */
function changed(
  { at, scene, rest }: Place,
  rule: Proposal,
  edit: Repair['edit'],
  put: string,
  nodes: number,
): Repair[] {
  let [start, proposal] = [scene, rule]
  for (const stage of rest) {
    start = start.after(proposal)
    const next = fixed(start, stage, rule.why)
    if (next === undefined) return []
    proposal = next
  }
  return [{ edit, stage: at, put, candidate: candidateOf(start, proposal, nodes) }]
}

function rulesFrom(scene: Scene | undefined, nodes: number, edit: Repair['edit'], stage: number): Repair[] {
  if (scene === undefined) return []
  return REPAIR_RULERS.flatMap((ruler) => {
    const { solutions, partials } = ruler.propose(scene, nodes)
    const best =
      solutions.length > 0 ? solutions.slice(0, MOST_OFFERS) : startsOf(scene, partials, MOST_OFFERS)
    return best.map((proposal) => ({
      edit,
      stage,
      put: printStage(proposal.stage),
      candidate: candidateOf(scene, proposal, nodes),
    }))
  })
}

/** A table rule of the program fitted anew; the stages after it stay as they are. */
function refinements(place: Place, nodes: number, conditions: ReadonlySet<string>): Repair[] {
  const { scene, stage } = place
  const refined = refine(scene, stage, nodes)
  return (['condition', 'segment'] as const).flatMap((edit) => {
    const own = refined.filter((refinement) => refinement.edit === edit)
    const put = new Map(own.map(({ proposal, put }) => [proposal, put]))
    const best = startsOf(scene, [...put.keys()], MOST_OFFERS)
    const known = own.filter(({ put }) => edit === 'condition' && conditions.has(put))
    const offers = new Set([...best, ...known.map(({ proposal }) => proposal)])
    return [...offers].flatMap((proposal) => changed(place, proposal, edit, put.get(proposal) ?? '', nodes))
  })
}
