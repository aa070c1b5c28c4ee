/**
 * Fixes what a statement means, in Lean processes that never see a candidate.
 *
 * One process serves every goal whose text cannot run code while it is elaborated: each command is looked at
 * before it is touched, so what the process says can be believed. A worker that has been given nothing else yet
 * serves as well, which saves a short command a start. Text that may run code gets a process of its own, which
 * serves that text alone and no other goal: there it can only lie about its own statement, and the verdict shows
 * what statement it has judged.
 */
import { contextOf } from '../context.ts'
import { GoalError, RunsCodeError } from '../goal-error.ts'
import { keepStatement } from '../opened-statements.ts'
import type { LeanPool } from '../pool.ts'
import { LeanServer, type RequestOptions } from '../server.ts'
import { type FixedStatement, fixedStatement, formOf, type GoalInput } from '../statement.ts'
import { KeptProcess } from './kept-process.ts'

export class StatementReader implements AsyncDisposable {
  #pool: LeanPool
  #plain: KeptProcess
  /** The last text that may run code, and the process that it has to itself. */
  #own: { readonly text: string; readonly process: KeptProcess } | undefined

  constructor(pool: LeanPool) {
    this.#pool = pool
    this.#plain = new KeptProcess(() => this.#start())
  }

  /** Throws `GoalError` if Lean does not accept the statement. */
  async fix(input: GoalInput, options: RequestOptions): Promise<FixedStatement> {
    const readPlain = (server: LeanServer) => read(server, input, true, options)
    try {
      return (await this.#pool.inUnspoilt(readPlain, options.signal)) ?? (await this.#plain.use(readPlain))
    } catch (error) {
      if (!(error instanceof RunsCodeError)) throw error
      return await this.#ownProcess(input).use((server) => read(server, input, false, options))
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#plain.close(), this.#own?.process.close()])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #start(): Promise<LeanServer> {
    return LeanServer.start(this.#pool.toolchain, { threads: 1 })
  }

  #ownProcess(input: GoalInput): KeptProcess {
    const text = JSON.stringify([input.imports ?? [], input.preamble ?? '', input.statement])
    if (this.#own?.text !== text) {
      void this.#own?.process.close()
      this.#own = { text, process: new KeptProcess(() => this.#start()) }
    }
    return this.#own.process
  }
}

/** As strategies want to see it: a worker that has read a statement need not read it again to search. */
const DETAIL = { structured: true, keys: true }

async function read(
  server: LeanServer,
  input: GoalInput,
  plainOnly: boolean,
  options: RequestOptions,
): Promise<FixedStatement> {
  const { env } = await contextOf(server, input, { ...options, plainOnly })
  const goal = { ...formOf(input.statement), env }
  const answer = await server.request('goal', { ...goal, ...DETAIL, tables: true, plainOnly }, options)
  if (answer.kind === 'timeout')
    throw new GoalError('statement', 'elaborating the statement took too long', null)
  if (answer.kind === 'no') {
    const { kind, message, position } = answer.failure
    throw new (kind === 'runs_code' ? RunsCodeError : GoalError)(
      'statement',
      message,
      position,
      input.statement,
    )
  }
  await keepStatement(server, goal, DETAIL, answer.value)
  try {
    return fixedStatement(input, answer.value)
  } catch {
    // Only a process whose text runs code writes such tables: that text is at fault, and nobody else.
    throw new GoalError('statement', 'Lean sent something else than a statement', null)
  }
}
