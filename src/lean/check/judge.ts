/**
 * The trusted half of a check: a Lean process that only ever reads statements, never a candidate's text.
 *
 * It is kept between checks, so a check costs no start. A preamble or a statement that may have run code
 * of its own makes it untrustworthy for anybody else's goal: it is then replaced before the next one.
 */
import { contextOf, GoalError } from '../context.ts'
import type { ProofData, ReplyTo } from '../protocol.ts'
import { type Answer, LeanServer, type RequestOptions, type Timing } from '../server.ts'
import { fixedStatement, formOf, type GoalInput, type KeyedStatement } from '../statement.ts'
import type { LeanToolchain } from '../toolchain.ts'

export type Judgement =
  | { readonly kind: 'judged'; readonly reply: ReplyTo<'judge'>; readonly timing: Timing }
  /** Lean gave no judgement: it timed out or refused the data. Never a yes. */
  | { readonly kind: 'none'; readonly why: string; readonly timing: Timing }

const MAX_REQUESTS = 2_000
const MAX_IMPORTS = 8
/** A domain that no goal has: the process serves nobody any more. */
const NOBODY = 'nobody'

export class Judge implements AsyncDisposable {
  #toolchain: LeanToolchain
  #server: LeanServer | undefined
  /** The goals whose preamble may have run code in the current process. */
  #taintedBy: string | undefined
  /** One goal at a time: what a preamble does while it is elaborated must not meet another goal's judgement. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(toolchain: LeanToolchain) {
    this.#toolchain = toolchain
  }

  /** Starts the process ahead of need. */
  async warm(): Promise<void> {
    await this.#inTurn(() => this.#process(''))
  }

  /** Elaborates a statement and fixes what is to be proved. Throws `GoalError` if Lean does not accept it. */
  fix(input: GoalInput, options: RequestOptions): Promise<KeyedStatement> {
    return this.#inContext(input, options, async (server, env) => {
      const answer = await server.request('goal', { ...formOf(input.statement), env, keys: true }, options)
      if (!ranNoCode(answer)) this.#taintedBy = NOBODY
      if (answer.kind === 'timeout')
        throw new GoalError('statement', 'elaborating the statement took too long', null)
      if (answer.kind === 'no')
        throw new GoalError('statement', answer.failure.message, answer.failure.position)
      await server.request('drop', { states: [answer.value.state] })
      const fixed = fixedStatement(input, answer.value)
      return { ...fixed, key: answer.value.goals[0]?.key ?? fixed.hash }
    })
  }

  judge(
    input: GoalInput,
    proof: ProofData,
    allowAxioms: readonly string[],
    options: RequestOptions,
  ): Promise<Judgement> {
    return this.#inContext(input, options, async (server, env) => {
      const request = { ...formOf(input.statement), env, proof, allowAxioms }
      const answer = await server.request('judge', request, options)
      if (!ranNoCode(answer)) this.#taintedBy = NOBODY
      if (answer.kind === 'ok') return { kind: 'judged', reply: answer.value, timing: answer.timing }
      const why = answer.kind === 'timeout' ? 'the kernel took too long' : answer.failure.message
      return { kind: 'none', why, timing: answer.timing }
    })
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#server?.close()
      this.#server = undefined
    })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  #inContext<T>(
    input: GoalInput,
    options: RequestOptions,
    work: (server: LeanServer, env: number) => Promise<T>,
  ): Promise<T> {
    const domain = JSON.stringify([input.imports ?? [], input.preamble ?? ''])
    return this.#inTurn(async () => {
      const server = await this.#process(domain)
      // Until it is known what the preamble did: one that fails may have run code before it did.
      const before = this.#taintedBy
      this.#taintedBy = NOBODY
      const { env, plain } = await contextOf(server, input, options)
      this.#taintedBy = plain ? before : domain
      return await work(server, env)
    })
  }

  async #process(domain: string): Promise<LeanServer> {
    const current = this.#server
    const usable =
      current?.isAlive &&
      current.requests < MAX_REQUESTS &&
      current.imports < MAX_IMPORTS &&
      (this.#taintedBy === undefined || this.#taintedBy === domain)
    if (usable) return current
    await current?.close()
    this.#taintedBy = undefined
    this.#server = await LeanServer.start(this.#toolchain, { threads: 1 })
    return this.#server
  }
}

/** Text that elaborated says so itself, text that does not even parse did nothing; else nobody knows. */
function ranNoCode(answer: Answer<{ readonly plain: boolean }>): boolean {
  return answer.kind === 'ok' ? answer.value.plain : answer.kind === 'no' && answer.failure.kind === 'parse'
}
