/**
 * An interactive session on one goal: state in, tactic, state out.
 *
 * States are a tree and stay valid until dropped, also when the Lean process behind them dies: a state
 * remembers the tactics that led to it, and is replayed on another process when it is used again.
 */
import { OrchError } from '../errors.ts'
import { atStatement, type Beginning, type Detail, type DojoPlace } from './dojo-place.ts'
import type {
  DojoHole,
  DojoOptions,
  DojoState,
  Findings,
  LawOptions,
  Laws,
  ReadScript,
  Screening,
  TacticOptions,
  TacticResult,
  Trial,
  TrialOptions,
} from './dojo-types.ts'
import { LeanGoneError } from './errors.ts'
import { closeStatement } from './opened-statements.ts'
import type { LeanPool, Lease } from './pool.ts'
import type { ReplyTo, TextPosition } from './protocol.ts'
import type { LawSchema } from './requests.ts'
import type { Answer, LeanServer } from './server.ts'
import type { ElaboratedStatement, GoalInput } from './statement.ts'
import type { Survey } from './survey.ts'

/** On a machine under load even a short statement takes a while: this is for what never ends. */
const OPEN_TIMEOUT_MS = 300_000
const TACTIC_TIMEOUT_MS = 10_000

export class Dojo implements AsyncDisposable {
  readonly statement: ElaboratedStatement
  readonly root: DojoState
  #pool: LeanPool
  #lease: Lease | undefined
  /** The wait for a new process, shared by everybody who found the old one dead. */
  #moving: Promise<void> | undefined
  #isClosed = false
  #place: DojoPlace
  #options: DojoOptions
  /** Where states live in the current process; empty again when that process is replaced. */
  #ids = new Map<DojoState, number>()
  /** Heartbeats that a state's tactic was given, where not the default: a replay needs them too. */
  #heartbeats = new WeakMap<DojoState, number>()
  /** The script whose hole a state is, and which one, for states that no tactic made. */
  #holes = new WeakMap<DojoState, { readonly script: string; readonly index: number }>()

  static open(pool: LeanPool, input: GoalInput, options: DojoOptions = {}): Promise<Dojo> {
    return Dojo.openAt(pool, atStatement(input), options)
  }

  static async openAt(pool: LeanPool, place: DojoPlace, options: DojoOptions = {}): Promise<Dojo> {
    const lease = await pool.lease(options.signal)
    try {
      const { timeoutMs = OPEN_TIMEOUT_MS, signal } = options
      const beginning = await place.begin(lease.server, detailOf(options), { timeoutMs, signal })
      return new Dojo(pool, lease, place, options, beginning)
    } catch (error) {
      lease.release()
      throw error
    }
  }

  private constructor(
    pool: LeanPool,
    lease: Lease,
    place: DojoPlace,
    options: DojoOptions,
    { state, goals, statement }: Beginning,
  ) {
    this.#pool = pool
    this.#lease = lease
    this.#place = place
    this.#options = options
    this.statement = statement
    this.root = { goals, parent: undefined, tactic: undefined }
    this.#ids.set(this.root, state)
  }

  async runTactic(state: DojoState, tactic: string, options: TacticOptions = {}): Promise<TacticResult> {
    const { heartbeats, timeoutMs = TACTIC_TIMEOUT_MS, signal } = options
    try {
      const { server, id } = await this.#locate(state, signal)
      const answer = await server.request(
        'tactic',
        { state: id, tactic, ...this.#given, ...detailOf(this.#options), ...limited(heartbeats) },
        { timeoutMs, signal },
      )
      const result = this.#result(state, tactic, answer)
      if ('state' in result && heartbeats !== undefined) this.#heartbeats.set(result.state, heartbeats)
      return result
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
    const { timeoutMs = TACTIC_TIMEOUT_MS, signal } = options
    const server = await this.#server(signal)
    const reply = await this.#elaborate(server, script, { timeoutMs, signal })
    const { firstLine, column: indent } = this.#place.embed(script, this.statement)
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
      this.#ids.set(state, id)
      this.#holes.set(state, { script, index })
      return [{ state, start: inScript(start), end: inScript(end), isTactic }]
    })
    const messages = reply.messages.flatMap((message) => {
      const { start, end } = message
      return isInside(start) ? [{ ...message, start: inScript(start), end: end && inScript(end) }] : []
    })
    return { holes, messages }
  }

  async #elaborate(
    server: LeanServer,
    script: string,
    options: { timeoutMs?: number; signal: AbortSignal | undefined },
  ): Promise<Pick<ReplyTo<'file'>, 'holes' | 'messages'>> {
    const env = await this.#place.context(server, options)
    const { text } = this.#place.embed(script, this.statement)
    const answer = await server.request('file', { text, env, ...detailOf(this.#options) }, options)
    if (answer.kind !== 'ok') return { holes: [], messages: [] }
    if (answer.value.env !== null) await server.request('drop', { env: answer.value.env })
    return answer.value
  }

  /** Premises that Lean's own selector finds for the first goal of a state. */
  async premises(
    state: DojoState,
    options: {
      limit?: number
      selector?: 'sine_qua_non' | 'mepo'
      timeoutMs?: number
      signal?: AbortSignal
    } = {},
  ): Promise<readonly string[]> {
    const { limit = 16, selector = 'sine_qua_non', timeoutMs = TACTIC_TIMEOUT_MS, signal } = options
    const { server, id } = await this.#locate(state, signal)
    const answer = await server.request('premises', { state: id, limit, selector }, { timeoutMs, signal })
    return answer.kind === 'ok' ? answer.value.premises.map((premise) => premise.name) : []
  }

  /** What the first goal of a state is about: variables, calls, definitions, types. */
  async survey(state: DojoState, signal?: AbortSignal): Promise<Survey | undefined> {
    const { server, id } = await this.#locate(state, signal)
    const answer = await server.request(
      'survey',
      { state: id, ...this.#given },
      { timeoutMs: TACTIC_TIMEOUT_MS, signal },
    )
    return answer.kind === 'ok' ? answer.value : undefined
  }

  /** Values for which the first goal of a state is false, found by computing. A hint, never a verdict. */
  async counterexample(state: DojoState, options: TrialOptions = {}): Promise<Trial | undefined> {
    const { limit = 1000, cpuMillis, heartbeats, timeoutMs = TACTIC_TIMEOUT_MS, signal } = options
    const { server, id } = await this.#locate(state, signal)
    const answer = await server.request(
      'counterexample',
      { state: id, limit, ...(cpuMillis !== undefined && { cpuMillis }), ...limited(heartbeats) },
      { timeoutMs, signal },
    )
    return answer.kind === 'ok' ? { ...answer.value, timing: answer.timing } : undefined
  }

  /** Which of some closed statements hold for small values: undefined where that cannot be computed. */
  async screen(
    state: DojoState,
    statements: readonly string[],
    options: TrialOptions = {},
  ): Promise<Screening> {
    const { limit = 60, heartbeats, timeoutMs = TACTIC_TIMEOUT_MS, signal } = options
    const { server, id } = await this.#locate(state, signal)
    const answer = await server.request(
      'screen',
      { state: id, statements, limit, ...limited(heartbeats) },
      { timeoutMs, signal },
    )
    const verdicts = answer.kind === 'ok' ? answer.value.verdicts : []
    return { verdicts: statements.map((_, index) => verdicts[index] ?? undefined), timing: answer.timing }
  }

  /** Equations that hold, for all that was tried, among the functions behind the first goal of a state. */
  async explore(
    state: DojoState,
    options: TacticOptions & { size?: number; terms?: number } = {},
  ): Promise<Findings> {
    const { size = 5, terms = 800, heartbeats, timeoutMs = TACTIC_TIMEOUT_MS, signal } = options
    const { server, id } = await this.#locate(state, signal)
    const answer = await server.request(
      'explore',
      { state: id, size, terms, ...limited(heartbeats) },
      { timeoutMs, signal },
    )
    return { equations: answer.kind === 'ok' ? answer.value.equations : [], timing: answer.timing }
  }

  /** Laws of some schemas about the functions behind the first goal of a state, without those that fail for small values. */
  async laws(state: DojoState, schemas: readonly LawSchema[], options: LawOptions): Promise<Laws> {
    const { heartbeats, timeoutMs = TACTIC_TIMEOUT_MS, signal, ...rest } = options
    const { server, id } = await this.#locate(state, signal)
    const answer = await server.request(
      'laws',
      { state: id, schemas, ...rest, ...limited(heartbeats) },
      { timeoutMs, signal },
    )
    return {
      ...(answer.kind === 'ok' ? answer.value : { total: 0, seen: 0, laws: [] }),
      timing: answer.timing,
    }
  }

  /** Names of the lemmas that a finished proof begins with and does not use. */
  async unusedLemmas(state: DojoState, signal?: AbortSignal): Promise<readonly string[]> {
    const { server, id } = await this.#locate(state, signal)
    const answer = await server.request('unused', { state: id }, { timeoutMs: TACTIC_TIMEOUT_MS, signal })
    return answer.kind === 'ok' ? answer.value.names : []
  }

  /** Which of some tactics exist in the environment of this goal. */
  async knownTactics(tactics: readonly string[], signal?: AbortSignal): Promise<readonly string[]> {
    const server = await this.#server(signal)
    const env = await this.#place.context(server, { signal })
    const answer = await server.request('tactics', { tactics, env }, { timeoutMs: TACTIC_TIMEOUT_MS, signal })
    return answer.kind === 'ok' ? tactics.filter((_, index) => answer.value.known[index]) : []
  }

  /** The first goal of a state as a statement of its own that means the same, if one can be printed. */
  async restate(state: DojoState, signal?: AbortSignal): Promise<string | undefined> {
    const { server, id } = await this.#locate(state, signal)
    const printed = await server.request('restate', { state: id }, { signal })
    if (printed.kind !== 'ok') return undefined
    const env = await this.#place.context(server, { signal })
    const original = await this.#keyOf(server, id, signal)
    for (const statement of [printed.value.plain, printed.value.explicit]) {
      const again = await server.request('goal', { statement, form: 'term', env, keys: true }, { signal })
      if (again.kind !== 'ok') continue
      await server.request('drop', { states: [again.value.state] })
      if (again.value.goals[0]?.key === original) return statement
    }
    return undefined
  }

  async #keyOf(server: LeanServer, id: number, signal: AbortSignal | undefined): Promise<string | undefined> {
    const answer = await server.request('goals', { state: id, keys: true }, { signal })
    if (answer.kind !== 'ok') return undefined
    await server.request('drop', { states: [answer.value.state] })
    return answer.value.goals[0]?.key
  }

  /** The first goal of a state as closed text, as people read it and with every argument shown. */
  async texts(
    state: DojoState,
    signal?: AbortSignal,
  ): Promise<{ readonly plain: string; readonly explicit: string } | undefined> {
    const { server, id } = await this.#locate(state, signal)
    const printed = await server.request('restate', { state: id }, { timeoutMs: TACTIC_TIMEOUT_MS, signal })
    return printed.kind === 'ok' ? printed.value : undefined
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
    const ids = states.flatMap((state) => this.#ids.get(state) ?? [])
    for (const state of states) this.#ids.delete(state)
    if (ids.length > 0 && this.#lease?.server.isAlive) await forget(this.#lease.server, ids)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#moving?.catch(() => {})
    const lease = this.#lease
    this.#lease = undefined
    if (lease?.server.isAlive) await forget(lease.server, [...this.#ids.values()])
    this.#ids.clear()
    lease?.release()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  get #given(): { given?: readonly string[] } {
    const { given } = this.#place
    return given === undefined ? {} : { given }
  }

  #result(parent: DojoState, tactic: string, answer: Answer<ReplyTo<'tactic'>>): TacticResult {
    const { timing } = answer
    if (answer.kind === 'timeout') return { kind: 'timeout', timing }
    if (answer.kind === 'no') return { kind: 'rejected', failure: answer.failure, timing }
    const { state: id, goals, messages } = answer.value
    const state: DojoState = { goals, parent, tactic }
    this.#ids.set(state, id)
    return { kind: goals.length === 0 ? 'closed' : 'open', state, messages, timing }
  }

  /** The state in a living process, replayed from its tactics if it is not there. */
  async #locate(
    state: DojoState,
    signal: AbortSignal | undefined,
  ): Promise<{ server: LeanServer; id: number }> {
    const server = await this.#server(signal)
    const known = this.#ids.get(state)
    if (known !== undefined) return { server, id: known }
    const id = await this.#replay(server, state, signal)
    this.#ids.set(state, id)
    return { server, id }
  }

  async #server(signal: AbortSignal | undefined): Promise<LeanServer> {
    for (;;) {
      signal?.throwIfAborted()
      if (this.#isClosed) throw new OrchError('dojo_closed', 'This dojo is closed.')
      if (this.#lease?.server.isAlive) return this.#lease.server
      const isMine = this.#moving === undefined
      this.#moving ??= this.#move(signal).finally(() => {
        this.#moving = undefined
      })
      try {
        await this.#moving
      } catch (error) {
        // Another caller's move may fail by that caller's signal: then this one moves itself.
        if (isMine) throw error
      }
    }
  }

  async #move(signal: AbortSignal | undefined): Promise<void> {
    this.#lease?.release()
    this.#lease = undefined
    this.#ids.clear()
    this.#lease = await this.#pool.lease(signal)
  }

  async #replay(server: LeanServer, state: DojoState, signal: AbortSignal | undefined): Promise<number> {
    if (!state.parent || state.tactic === undefined) {
      const hole = this.#holes.get(state)
      if (hole) {
        const again = (await this.#elaborate(server, hole.script, { signal })).holes[hole.index]
        if (again) return again.state
        throw new LeanGoneError('exited', 'A lost hole could not be found again in its script')
      }
      return (await this.#place.begin(server, detailOf(this.#options), { signal })).state
    }
    const { id } = await this.#locate(state.parent, signal)
    const heartbeats = this.#heartbeats.get(state)
    const answer = await server.request(
      'tactic',
      { state: id, tactic: state.tactic, ...this.#given, ...limited(heartbeats) },
      { signal },
    )
    if (answer.kind !== 'ok') {
      throw new LeanGoneError(
        'exited',
        `A lost state could not be replayed: '${state.tactic}' no longer works`,
      )
    }
    return answer.value.state
  }
}

/** A process that dies before it could forget has forgotten too. */
async function forget(server: LeanServer, states: readonly number[]): Promise<void> {
  try {
    const own: number[] = []
    for (const state of states) if (!(await closeStatement(server, state))) own.push(state)
    if (own.length > 0) await server.request('drop', { states: own })
  } catch (error) {
    if (!(error instanceof LeanGoneError)) throw error
  }
}

function detailOf({ structured = false, keys = false }: DojoOptions): Detail {
  return { structured, keys }
}

function limited(heartbeats: number | undefined): { heartbeats?: number } {
  return heartbeats === undefined ? {} : { heartbeats }
}
