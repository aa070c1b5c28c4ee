/**
 * The trusted half of a check: a Lean process that only ever reads statements, never a candidate's text.
 *
 * It is kept between checks, so a check costs no start. A preamble or a statement that may have run code
 * of its own makes it untrustworthy for anybody else's goal: it is then replaced before the next one.
 */
import { type Context, contextOf, GoalError } from '../context.ts'
import type { ProofData, ReplyTo } from '../protocol.ts'
import { type Answer, LeanServer, type RequestOptions, type Timing } from '../server.ts'
import { type FixedStatement, fixedStatement, formOf, type GoalInput } from '../statement.ts'
import type { LeanToolchain } from '../toolchain.ts'

export type Judgement =
  | { readonly kind: 'judged'; readonly reply: ReplyTo<'judge'>; readonly timing: Timing }
  /** Lean gave no judgement: it timed out or refused the data. Never a yes. */
  | { readonly kind: 'none'; readonly why: string }

const MAX_REQUESTS = 2_000
const MAX_IMPORTS = 8
/** A domain that no goal has: the process serves nobody any more. */
const NOBODY = 'nobody'

export class Judge implements AsyncDisposable {
  #toolchain: LeanToolchain
  #server: Promise<LeanServer> | undefined
  /** The goals whose preamble may have run code in the current process. */
  #taintedBy: string | undefined
  /** One goal at a time: what a preamble does while it is elaborated must not meet another goal's judgement. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(toolchain: LeanToolchain) {
    this.#toolchain = toolchain
  }

  /** Starts the process ahead of need. */
  async warm(): Promise<void> {
    await this.#process('')
  }

  /** Elaborates a statement and fixes what is to be proved. Throws `GoalError` if Lean does not accept it. */
  fix(input: GoalInput, options: RequestOptions): Promise<FixedStatement> {
    return this.#inTurn(() => this.#fix(input, options))
  }

  judge(
    input: GoalInput,
    proof: ProofData,
    allowAxioms: readonly string[],
    options: RequestOptions,
  ): Promise<Judgement> {
    return this.#inTurn(() => this.#judge(input, proof, allowAxioms, options))
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    await server?.then((running) => running.close()).catch(() => {})
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  async #fix(input: GoalInput, options: RequestOptions): Promise<FixedStatement> {
    const { server, context } = await this.#context(input, options)
    const answer = await server.request('goal', { ...formOf(input.statement), env: context.env }, options)
    if (!ranNoCode(answer)) this.#taintedBy = NOBODY
    if (answer.kind === 'timeout')
      throw new GoalError('statement', 'elaborating the statement took too long', null)
    if (answer.kind === 'no')
      throw new GoalError('statement', answer.failure.message, answer.failure.position)
    await server.request('drop', { states: [answer.value.state] })
    return fixedStatement(input, answer.value)
  }

  async #judge(
    input: GoalInput,
    proof: ProofData,
    allowAxioms: readonly string[],
    options: RequestOptions,
  ): Promise<Judgement> {
    const { server, context } = await this.#context(input, options)
    const request = { ...formOf(input.statement), env: context.env, proof, allowAxioms }
    const answer = await server.request('judge', request, options)
    if (!ranNoCode(answer)) this.#taintedBy = NOBODY
    if (answer.kind === 'ok') return { kind: 'judged', reply: answer.value, timing: answer.timing }
    return {
      kind: 'none',
      why: answer.kind === 'timeout' ? 'the kernel took too long' : answer.failure.message,
    }
  }

  async #context(
    input: GoalInput,
    options: RequestOptions,
  ): Promise<{ server: LeanServer; context: Context }> {
    const domain = JSON.stringify([input.imports ?? [], input.preamble ?? ''])
    const server = await this.#process(domain)
    try {
      const context = await contextOf(server, input, options)
      if (!context.plain) this.#taintedBy = domain
      return { server, context }
    } catch (error) {
      // A preamble that failed may have run code before it did.
      this.#taintedBy = NOBODY
      throw error
    }
  }

  async #process(domain: string): Promise<LeanServer> {
    const current = await this.#server?.catch(() => undefined)
    const usable =
      current?.isAlive &&
      current.requests < MAX_REQUESTS &&
      current.imports < MAX_IMPORTS &&
      (this.#taintedBy === undefined || this.#taintedBy === domain)
    if (usable) return current
    this.#taintedBy = undefined
    this.#server = undefined
    await current?.close()
    // Another caller may have started one while we waited.
    this.#server ??= LeanServer.start(this.#toolchain, { threads: 1 })
    return this.#server
  }
}

/** Text that elaborated says so itself, text that does not even parse did nothing; else nobody knows. */
function ranNoCode(answer: Answer<{ readonly plain: boolean }>): boolean {
  return answer.kind === 'ok' ? answer.value.plain : answer.kind === 'no' && answer.failure.kind === 'parse'
}
