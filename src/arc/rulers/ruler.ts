import type { Stage } from '../dsl/index.ts'
import type { Grid } from '../grid/index.ts'
import type { Scene } from './scene.ts'

/** One stage that a ruler would put at the end of a scene's program. */
export interface Proposal {
  readonly stage: Stage
  /** What it makes of every input of the scene, the train inputs first, as the scene shows them. */
  readonly results: readonly Grid[]
  /** Description length of the stage, what it memorises included. */
  readonly cost: number
  /** In a few words, for people. */
  readonly why: string
}

export interface Proposals {
  /** Stages that make every train output. */
  readonly solutions: readonly Proposal[]
  /** Stages that make a part of them; looked for only when they are asked for. */
  readonly partials: readonly Proposal[]
}

/** Solutions, and partial rules that are looked for late; what turns out to be whole is no part. */
export function proposals(
  scene: Scene,
  solutions: readonly Proposal[],
  findPartials: () => readonly Proposal[],
): Proposals {
  let known: readonly Proposal[] | undefined
  return {
    solutions,
    get partials() {
      known ??= findPartials().filter(({ results }) => !scene.solved(results).every(Boolean))
      return known
    },
  }
}

export const NOTHING: Proposals = { solutions: [], partials: [] }

/** With fewer nodes, what trying every object or every neighbourhood costs is not worth its time. */
export const LEAST_NODES = 200

/**
 * A way of finding rules. `propose` spends at most what `nodes` operator applications are worth, and gives the same
 * proposals for the same scene and nodes. What it says a stage makes is what applying the stage makes.
 */
export interface Ruler {
  readonly name: string
  /** How many of its partials are worth a search of their own. */
  readonly starts: number
  propose(scene: Scene, nodes: number): Proposals
}
