/**
 * The process that gives verdicts. It reads declarations as data, elaborates nobody's text and runs nobody's
 * code, so it is kept between checks and serves every goal.
 */
import type { ProofData } from '../exported-data.ts'
import type { Hello, ReplyTo } from '../protocol.ts'
import { LeanServer, type RequestOptions, type Timing } from '../server.ts'
import type { FixedStatement } from '../statement.ts'
import type { LeanToolchain } from '../toolchain.ts'
import { KeptProcess } from './kept-process.ts'

export type KernelJudgement =
  | {
      readonly kind: 'judged'
      readonly reply: ReplyTo<'judge'>
      readonly hello: Hello
      readonly timing: Timing
    }
  /** Lean gave no judgement: it timed out or refused the data. Never a yes. */
  | { readonly kind: 'none'; readonly why: string; readonly timing: Timing }

export interface JudgeRequest {
  readonly statement: FixedStatement
  /** Without it, only the statement is checked and shown. */
  readonly proof?: ProofData | undefined
  readonly allowAxioms?: readonly string[] | undefined
  /** Ask for the definitions behind the statement. */
  readonly explain?: boolean | undefined
}

export class Judge implements AsyncDisposable {
  #process: KeptProcess

  constructor(toolchain: LeanToolchain) {
    this.#process = new KeptProcess(() => LeanServer.start(toolchain, { program: 'verdict', threads: 1 }))
  }

  /** Starts the process ahead of need. */
  async warm(): Promise<void> {
    await this.#process.use(async () => {})
  }

  judge(request: JudgeRequest, options: RequestOptions): Promise<KernelJudgement> {
    const { statement, proof, allowAxioms = [], explain = false } = request
    const { imports = [] } = statement.input
    return this.#process.use(async (server) => {
      const answer = await server.request(
        'judge',
        { modules: imports, statement: statement.data, ...(proof && { proof }), allowAxioms, explain },
        options,
      )
      if (answer.kind === 'ok')
        return { kind: 'judged', reply: answer.value, hello: server.hello, timing: answer.timing }
      const why = answer.kind === 'timeout' ? 'the kernel took too long' : answer.failure.message
      return { kind: 'none', why, timing: answer.timing }
    })
  }

  close(): Promise<void> {
    return this.#process.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
