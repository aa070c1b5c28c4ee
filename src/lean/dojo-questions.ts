/** What can be asked about the first goal of a state; no answer changes the state. */
import { type DojoStates, limited } from './dojo-states.ts'
import type {
  DojoState,
  Findings,
  LawOptions,
  Laws,
  Occurrences,
  TacticOptions,
  Trial,
  TrialOptions,
} from './dojo-types.ts'
import type { ReplyTo } from './protocol.ts'
import type { LawSchema, LeanCommandName, Requests } from './requests.ts'
import type { Answer, LeanServer, RequestOptions } from './server.ts'
import type { Survey } from './survey.ts'

/** What a request may take that has no limit of its own. */
export const REQUEST_TIMEOUT_MS = 10_000

/** Commands that are about a state. */
type Question = {
  [C in LeanCommandName]: Requests[C] extends { readonly state: number } ? C : never
}[LeanCommandName]

export class DojoQuestions {
  readonly #states: DojoStates

  constructor(states: DojoStates) {
    this.#states = states
  }

  /** Premises that Lean's own selector finds. */
  async premises(
    state: DojoState,
    options: RequestOptions & { limit?: number; selector?: 'sine_qua_non' | 'mepo' } = {},
  ): Promise<readonly string[]> {
    const { limit = 16, selector = 'sine_qua_non', ...rest } = options
    const answer = await this.#ask('premises', state, { limit, selector }, rest)
    return answer.kind === 'ok' ? answer.value.premises.map((premise) => premise.name) : []
  }

  /** What the goal is about: variables, calls, definitions, types. */
  async survey(state: DojoState, signal?: AbortSignal): Promise<Survey | undefined> {
    const answer = await this.#ask('survey', state, this.#states.given, { signal })
    return answer.kind === 'ok' ? answer.value : undefined
  }

  /** Values for which the goal is false, found by computing. A hint, never a verdict. */
  async counterexample(state: DojoState, options: TrialOptions = {}): Promise<Trial | undefined> {
    const { limit = 1000, cpuMillis, heartbeats, ...rest } = options
    const asked = { limit, ...(cpuMillis !== undefined && { cpuMillis }), ...limited(heartbeats) }
    const answer = await this.#ask('counterexample', state, asked, rest)
    return answer.kind === 'ok' ? { ...answer.value, timing: answer.timing } : undefined
  }

  /** The goal with variables that stand in several places told apart, where that may hold. */
  async occurrences(
    state: DojoState,
    { most, limit = 20, heartbeats, ...rest }: TrialOptions & { most: number },
  ): Promise<Occurrences> {
    const answer = await this.#ask('occurrences', state, { most, limit, ...limited(heartbeats) }, rest)
    return { laws: answer.kind === 'ok' ? answer.value.laws : [], timing: answer.timing }
  }

  /** Equations that hold, for all that was tried, among the functions behind the goal. */
  async explore(
    state: DojoState,
    options: TacticOptions & { size?: number; terms?: number } = {},
  ): Promise<Findings> {
    const { size = 5, terms = 800, heartbeats, ...rest } = options
    const answer = await this.#ask('explore', state, { size, terms, ...limited(heartbeats) }, rest)
    return { equations: answer.kind === 'ok' ? answer.value.equations : [], timing: answer.timing }
  }

  /** Laws of some schemas about the functions behind the goal, without those that fail for small values. */
  async laws(state: DojoState, schemas: readonly LawSchema[], options: LawOptions): Promise<Laws> {
    const { heartbeats, timeoutMs = REQUEST_TIMEOUT_MS, signal, ...which } = options
    const asked = { schemas, ...which, ...limited(heartbeats) }
    const answer = await this.#ask('laws', state, asked, { timeoutMs, signal })
    const found = answer.kind === 'ok' ? answer.value : { total: 0, seen: 0, laws: [] }
    return { ...found, timing: answer.timing }
  }

  /** Names of the lemmas that a finished proof begins with and does not use. */
  async unusedLemmas(state: DojoState, signal?: AbortSignal): Promise<readonly string[]> {
    const answer = await this.#ask('unused', state, {}, { signal })
    return answer.kind === 'ok' ? answer.value.names : []
  }

  /** The goal as closed text, as people read it and with every argument shown. */
  async texts(
    state: DojoState,
    signal?: AbortSignal,
  ): Promise<{ readonly plain: string; readonly explicit: string } | undefined> {
    const printed = await this.#ask('restate', state, {}, { signal })
    return printed.kind === 'ok' ? printed.value : undefined
  }

  /** The goal as a statement of its own that means the same, if one can be printed. */
  async restate(state: DojoState, signal?: AbortSignal): Promise<string | undefined> {
    const printed = await this.texts(state, signal)
    if (!printed) return undefined
    const { server, id } = await this.#states.locate(state, signal)
    const env = await this.#states.place.context(server, { signal })
    const original = await keyOf(server, id, signal)
    for (const statement of [printed.plain, printed.explicit]) {
      const again = await server.request('goal', { statement, form: 'term', env, keys: true }, { signal })
      if (again.kind !== 'ok') continue
      await server.request('drop', { states: [again.value.state] })
      if (again.value.goals[0]?.key === original) return statement
    }
    return undefined
  }

  /** Which of some tactics exist in the environment of this goal. */
  async knownTactics(tactics: readonly string[], signal?: AbortSignal): Promise<readonly string[]> {
    const server = await this.#states.server(signal)
    const env = await this.#states.place.context(server, { signal })
    const answer = await server.request(
      'tactics',
      { tactics, env },
      { timeoutMs: REQUEST_TIMEOUT_MS, signal },
    )
    return answer.kind === 'ok' ? tactics.filter((_, index) => answer.value.known[index]) : []
  }

  async #ask<C extends Question>(
    command: C,
    state: DojoState,
    params: Omit<Requests[C], 'state'>,
    { timeoutMs = REQUEST_TIMEOUT_MS, signal }: RequestOptions,
  ): Promise<Answer<ReplyTo<C>>> {
    const { server, id } = await this.#states.locate(state, signal)
    return server.request(command, { state: id, ...params } as unknown as Requests[C], { timeoutMs, signal })
  }
}

async function keyOf(
  server: LeanServer,
  id: number,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const answer = await server.request('goals', { state: id, keys: true }, { signal })
  if (answer.kind !== 'ok') return undefined
  await server.request('drop', { states: [answer.value.state] })
  return answer.value.goals[0]?.key
}
