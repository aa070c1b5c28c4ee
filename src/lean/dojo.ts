/**
 * An interactive session on one goal: state in, tactic, state out.
 *
 * States are a tree and stay valid until dropped, also when the Lean process behind them dies (`dojo-states.ts`). What
 * can be asked about a state is in `dojo-questions.ts`.
 */
import { atStatement, type DojoPlace } from './dojo-place.ts'
import { DojoQuestions, REQUEST_TIMEOUT_MS } from './dojo-questions.ts'
import { DojoStates, limited } from './dojo-states.ts'
import type {
  DojoHole,
  DojoOptions,
  DojoState,
  ReadScript,
  TacticOptions,
  TacticResult,
} from './dojo-types.ts'
import { LeanGoneError } from './errors.ts'
import type { LeanPool } from './pool.ts'
import type { ReplyTo, TextPosition } from './protocol.ts'
import type { Answer } from './server.ts'
import type { ElaboratedStatement, GoalInput } from './statement.ts'

export class Dojo extends DojoQuestions implements AsyncDisposable {
  readonly #states: DojoStates

  static open(pool: LeanPool, input: GoalInput, options: DojoOptions = {}): Promise<Dojo> {
    return Dojo.openAt(pool, atStatement(input), options)
  }

  static async openAt(pool: LeanPool, place: DojoPlace, options: DojoOptions = {}): Promise<Dojo> {
    return new Dojo(await DojoStates.open(pool, place, options))
  }

  private constructor(states: DojoStates) {
    super(states)
    this.#states = states
  }

  get statement(): ElaboratedStatement {
    return this.#states.statement
  }

  get root(): DojoState {
    return this.#states.root
  }

  async runTactic(state: DojoState, tactic: string, options: TacticOptions = {}): Promise<TacticResult> {
    const { heartbeats, silent, timeoutMs = REQUEST_TIMEOUT_MS, signal } = options
    const { detail, given } = this.#states
    try {
      const { server, id } = await this.#states.locate(state, signal)
      const asked = { ...given, ...detail, ...limited(heartbeats), ...(silent && { silent }) }
      const answer = await server.request('tactic', { state: id, tactic, ...asked }, { timeoutMs, signal })
      return this.#result({ parent: state, tactic, heartbeats }, answer)
    } catch (error) {
      if (error instanceof LeanGoneError) return { kind: 'crashed', error }
      throw error
    }
  }

  /**
   * Every `sorry` in a script for the goal, in the order of the text. The states know nothing of each other: what
   * closes one leaves the others open. Empty if the script has errors that hide its holes.
   */
  async holesIn(script: string, options: TacticOptions = {}): Promise<readonly DojoHole[]> {
    return (await this.read(script, options)).holes
  }

  /** The holes of a script as above, and what Lean says about it, each at its place in the script. */
  async read(script: string, options: TacticOptions = {}): Promise<ReadScript> {
    const { timeoutMs = REQUEST_TIMEOUT_MS, signal } = options
    const server = await this.#states.server(signal)
    const reply = await this.#states.elaborate(server, script, { timeoutMs, signal })
    const { firstLine, column: indent } = this.#states.place.embed(script, this.statement)
    const lastLine = firstLine + script.split('\n').length
    const isInside = ({ line, column }: TextPosition) =>
      line > firstLine && line <= lastLine && column >= indent
    const inScript = ({ line, column }: TextPosition): TextPosition => ({
      line: line - firstLine,
      column: column - indent,
    })
    const holes = reply.holes.flatMap(({ state: id, goals, start, end, isTactic }, index) => {
      if (!start || !end || !isInside(start)) return []
      const state: DojoState = { goals, parent: undefined, tactic: undefined }
      this.#states.add(state, id, { hole: { script, index } })
      return [{ state, start: inScript(start), end: inScript(end), isTactic }]
    })
    const messages = reply.messages.flatMap((message) => {
      const { start, end } = message
      return isInside(start) ? [{ ...message, start: inScript(start), end: end && inScript(end) }] : []
    })
    return { holes, messages }
  }

  /** The tactics that lead from the root to a state, as a script. */
  script(state: DojoState): string {
    const tactics: string[] = []
    for (let at: DojoState | undefined = state; at?.tactic !== undefined; at = at.parent)
      tactics.unshift(at.tactic)
    return tactics.join('\n')
  }

  /** Frees what Lean keeps for a state. The state can still be used; it is then replayed. */
  async drop(...states: DojoState[]): Promise<void> {
    await this.#states.drop(states)
  }

  async close(): Promise<void> {
    await this.#states.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #result(
    made: { parent: DojoState; tactic: string; heartbeats: number | undefined },
    answer: Answer<ReplyTo<'tactic'>>,
  ): TacticResult {
    const { timing } = answer
    if (answer.kind === 'timeout') return { kind: 'timeout', timing }
    if (answer.kind === 'no') return { kind: 'rejected', failure: answer.failure, timing }
    const { parent, tactic, heartbeats } = made
    const { state: id, goals, messages } = answer.value
    const state: DojoState = { goals, parent, tactic }
    this.#states.add(state, id, { heartbeats })
    return { kind: goals.length === 0 ? 'closed' : 'open', state, messages, timing }
  }
}
