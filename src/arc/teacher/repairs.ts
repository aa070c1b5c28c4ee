import { applyStage } from '../apply/index.ts'
import { stageLength, viewLength } from '../cost.ts'
import { type Program, printStage, type Stage } from '../dsl/index.ts'
import type { Task } from '../io/index.ts'
import { type Proposal, refine, Scene, type SearchSettings } from '../rulers/index.ts'
import { type Candidate, candidateOf } from './candidate.ts'
import { startsOf } from './partials.ts'
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
  const last = program.stages.length
  const look = (edit: Repair['edit'], { view, stages }: Program): Repair[] => {
    const place = [view.turn, JSON.stringify(view.relabel), ...stages.map(printStage)].join(' ')
    if (looked.has(place)) return []
    looked.add(place)
    return rulesFrom(sceneAfter(task, { view, stages }, settings), options.nodes, edit, last - 1)
  }
  const before = { ...program, stages: program.stages.slice(0, -1) }
  return [
    ...look('append', program),
    ...(last < 2 ? [] : look('replace', before)),
    ...program.stages.flatMap((_, at) => refinements(task, program, at, settings, conditions)),
    ...program.stages.flatMap((_, at) => repetition(task, program, at, settings)),
  ]
}

/** The program with one of its stages going on until nothing changes. */
function repetition(task: Task, program: Program, at: number, settings: SearchSettings): Repair[] {
  const scene = sceneAfter(task, { ...program, stages: program.stages.slice(0, at) }, settings)
  const stage = program.stages[at]
  if (scene === undefined || stage === undefined || stage.kind === 'repeat') return []
  const repeated = fixed(scene, { kind: 'repeat', stage }, 'until nothing changes')
  const end = repeated && finish(scene, repeated, program.stages.slice(at + 1))
  const put = `stage ${at}`
  return end === undefined
    ? []
    : [{ edit: 'repeat', stage: at, put, candidate: candidateOf(...end, settings.nodes) }]
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
function refinements(
  task: Task,
  program: Program,
  at: number,
  settings: SearchSettings,
  conditions: ReadonlySet<string>,
): Repair[] {
  const scene = sceneAfter(task, { ...program, stages: program.stages.slice(0, at) }, settings)
  const stage = program.stages[at]
  if (scene === undefined || stage === undefined) return []
  const refined = refine(scene, stage, settings.nodes)
  return (['condition', 'segment'] as const).flatMap((edit) => {
    const own = refined.filter((refinement) => refinement.edit === edit)
    const best = startsOf(
      scene,
      own.map(({ proposal }) => proposal),
      MOST_OFFERS,
    )
    const known = own.filter(({ put }) => edit === 'condition' && conditions.has(put))
    const offers = new Set([...best, ...known.map(({ proposal }) => proposal)])
    return [...offers].flatMap((proposal): Repair[] => {
      const put = own.find((refinement) => refinement.proposal === proposal)?.put ?? ''
      const end = finish(scene, proposal, program.stages.slice(at + 1))
      return end === undefined
        ? []
        : [{ edit, stage: at, put, candidate: candidateOf(...end, settings.nodes) }]
    })
  })
}

/** Carries a changed stage through the stages after it: the last of them as a proposal where it starts. */
function finish(scene: Scene, changed: Proposal, rest: readonly Stage[]): [Scene, Proposal] | undefined {
  let [at, proposal] = [scene, changed]
  for (const stage of rest) {
    at = at.after(proposal)
    const next = fixed(at, stage, changed.why)
    if (next === undefined) return undefined
    proposal = next
  }
  return [at, proposal]
}
