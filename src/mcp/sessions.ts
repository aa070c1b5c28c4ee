import { randomUUID } from 'node:crypto'
import { InputError } from '../errors.ts'
import { Dojo, type DojoState, type GoalInput, type TacticResult } from '../lean/index.ts'
import type { LazyLean } from '../use-cases/index.ts'

export interface McpSession {
  readonly id: string
  readonly goal: GoalInput
  readonly dojo: Dojo
  /** States by number; 0 is the goal as it was opened. */
  readonly states: DojoState[]
}

/** Goals that a client works on, tactic by tactic. The one not used for the longest time makes room for a new one. */
export class Sessions implements AsyncDisposable {
  readonly #lean: LazyLean
  readonly #most: number
  readonly #open = new Map<string, McpSession>()

  constructor(lean: LazyLean, most: number) {
    this.#lean = lean
    this.#most = most
  }

  async open(goal: GoalInput, signal: AbortSignal): Promise<McpSession> {
    const [oldest] = this.#open.values()
    if (this.#open.size >= this.#most && oldest) await this.close(oldest.id)
    const { pool } = await this.#lean.open()
    const dojo = await Dojo.open(pool, goal, { signal })
    const session = { id: randomUUID().slice(0, 8), goal, dojo, states: [dojo.root] }
    this.#open.set(session.id, session)
    return session
  }

  /** A state of a session; the newest one if no number is given. */
  find(id: string, state: number | undefined): { session: McpSession; number: number; state: DojoState } {
    const session = this.#open.get(id)
    if (!session)
      throw new InputError('unknown-session', `There is no session ${id}.`, {
        hint: 'Open the goal again with goal_state; old sessions make room for new ones.',
      })
    this.#open.delete(id)
    this.#open.set(id, session)
    const number = state ?? session.states.length - 1
    const found = session.states[number]
    if (!found)
      throw new InputError('unknown-state', `The session ${id} has no state ${number}.`, {
        hint: `Its states go from 0 to ${session.states.length - 1}.`,
      })
    return { session, number, state: found }
  }

  async run(
    id: string,
    from: number | undefined,
    tactic: string,
    options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<{ session: McpSession; number: number | undefined; result: TacticResult }> {
    const { session, state } = this.find(id, from)
    const result = await session.dojo.runTactic(state, tactic, options)
    if (!('state' in result)) return { session, number: undefined, result }
    session.states.push(result.state)
    return { session, number: session.states.length - 1, result }
  }

  async close(id: string): Promise<void> {
    const session = this.#open.get(id)
    this.#open.delete(id)
    await session?.dojo.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)))
  }
}
