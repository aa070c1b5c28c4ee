import type { Program } from '../dsl/index.ts'
import { type Grid, sameGrid } from '../grid/index.ts'
import type { Proposal, Scene } from '../rulers/index.ts'

/** One proposed solution, or a part of one: a program, what it predicts, and how it was found. */
export interface Candidate {
  readonly program: Program
  /** What it makes of the train inputs. */
  readonly made: readonly Grid[]
  /** One grid per test input; undefined where the program gives nothing. */
  readonly outputs: readonly (Grid | undefined)[]
  /** Which train pairs the program reproduces exactly. */
  readonly solved: readonly boolean[]
  readonly pairsSolved: number
  /** The comparator's score: 1 for a solution, 0 while nobody has measured it. */
  readonly score: number
  /** Description length in tenths of a step: lower is simpler. */
  readonly cost: number
  /** Operator applications spent when it was found. */
  readonly nodes: number
  /** Which ruler found it, and how, in a few words. */
  readonly why: string
}

export function candidateOf(scene: Scene, proposal: Proposal, nodes: number): Candidate {
  const { task, outputGrids } = scene
  const shown = scene.shown(proposal)
  const solved = outputGrids.map((grid, i) => {
    const made = proposal.results[i]
    return made !== undefined && sameGrid(made, grid)
  })
  return {
    program: scene.program(proposal),
    made: shown.slice(0, task.train.length),
    outputs: shown.slice(task.train.length),
    solved,
    pairsSolved: solved.filter(Boolean).length,
    score: Number(solved.every(Boolean)),
    cost: scene.costBefore + proposal.cost,
    nodes,
    why: proposal.why,
  }
}
