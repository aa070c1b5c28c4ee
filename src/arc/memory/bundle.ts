import { z } from 'zod'
import { directiveSchema } from '../trace/index.ts'

/** What the memory hands to a ruler: programs and step sequences to try first, and edits that repaired like programs. */
const rulerBundleSchema = z.strictObject({
  /** Programs that solved all train pairs of similar tasks, most similar first. */
  solved_examples: z.array(z.strictObject({ task_id: z.string(), program: z.string() })),
  /** The best programs of similar tasks that were not solved: where a search may go on. */
  open_examples: z.array(z.strictObject({ task_id: z.string(), program: z.string() })),
  /** What earlier runs of this very task left: what answered it, then the best edits that nobody went on from. */
  earlier: z.array(z.strictObject({ program: z.string(), cost: z.number(), support: z.int() })),
  /** Programs of this very task that were edited before, with their scores: the same edits would come to the same end. */
  edited: z.array(z.strictObject({ program: z.string(), score: z.number() })),
  /** The nodes of the earlier runs of this very task, and of those that looked through other views too. */
  searched: z.array(z.int()),
  looked: z.array(z.int()),
  /** Step sequences of solved programs, as text of steps. */
  fragments: z.array(z.string()),
  repair_cases: z.array(
    z.strictObject({ ops_signature: z.string(), error_type: z.string(), directive: directiveSchema }),
  ),
})

/** What it hands to a critic: how similar tasks went, and how often a kind of repair helped. */
const criticBundleSchema = z.strictObject({
  summary: z.array(z.string()),
  episodes: z.array(z.strictObject({ task_id: z.string(), status: z.string(), best_score: z.number() })),
  cases: z.array(
    z.strictObject({
      ops_signature: z.string(),
      error_type: z.string(),
      uses: z.int(),
      mean_delta: z.number(),
    }),
  ),
})

export type RulerBundle = z.infer<typeof rulerBundleSchema>
export type CriticBundle = z.infer<typeof criticBundleSchema>

export interface MemoryBundle {
  readonly ruler: RulerBundle
  readonly critic: CriticBundle
}

export const NO_MEMORY: MemoryBundle = {
  ruler: {
    solved_examples: [],
    open_examples: [],
    earlier: [],
    edited: [],
    searched: [],
    looked: [],
    fragments: [],
    repair_cases: [],
  },
  critic: { summary: [], episodes: [], cases: [] },
}

/** Cuts the longest list of a bundle from its end until the whole fits; what is most similar stays longest. */
export function bounded<T extends object>(bundle: T, maxBytes: number): T {
  const lists = new Map(Object.entries(bundle).map(([name, list]) => [name, [...(list as unknown[])]]))
  const size = (): number => Buffer.byteLength(JSON.stringify(Object.fromEntries(lists)))
  while (size() > maxBytes) {
    const longest = [...lists].reduce((a, b) =>
      JSON.stringify(b[1]).length > JSON.stringify(a[1]).length ? b : a,
    )
    if (longest[1].length === 0) break
    longest[1].pop()
  }
  return Object.fromEntries(lists) as T
}
