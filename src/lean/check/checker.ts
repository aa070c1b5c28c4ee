/**
 * The checker is the only judge of what is proved.
 *
 * A worker process elaborates the candidate as plain text and exports the declarations behind the
 * theorem as data; the judge's kernel takes that data against the statement that the judge elaborated
 * itself. Whatever is not a clear yes of the kernel is not a yes.
 */
import { contextOf, GoalError, isError } from '../context.ts'
import { LeanGoneError } from '../errors.ts'
import { leanText } from '../lean-text.ts'
import type { LeanPool } from '../pool.ts'
import { leanProgram } from '../program.ts'
import type { LeanMessage, ProofData, ReplyTo, Requests } from '../protocol.ts'
import type { Answer, LeanServer, RequestOptions, Timing } from '../server.ts'
import {
  type FixedStatement,
  fixedStatement,
  type GoalInput,
  type KeyedStatement,
  withScript,
} from '../statement.ts'
import { Judge } from './judge.ts'
import { ALLOWED_AXIOMS, type Receipt, sealReceipt, sourceHash } from './receipt.ts'

/** A proof that somebody claims: tactics for the statement, or a file with a theorem that states it. */
export type Proof =
  | {
      readonly script: string
      /** Theorems of its own that the script uses, as Lean text. */
      readonly lemmas?: string | undefined
    }
  | { readonly source: string; readonly theorem: string }

export interface Claim {
  readonly statement: FixedStatement
  readonly proof: Proof
  /** Axioms to allow besides propext, Classical.choice and Quot.sound. */
  readonly allowAxioms?: readonly string[] | undefined
  readonly strategy?: string | undefined
}

type Judged =
  | { readonly kind: 'accepted'; readonly receipt: Receipt }
  /** `reason` is a stable word, `detail` a sentence, `messages` what Lean said about the candidate's text. */
  | {
      readonly kind: 'refused'
      readonly reason: string
      readonly detail: string
      readonly messages: readonly LeanMessage[]
    }
  /** No judgement: a timeout, a crash. Not a yes. */
  | { readonly kind: 'unknown'; readonly detail: string }

export type Verdict = Judged & {
  /** What the check cost inside Lean, whatever came out of it; null where Lean does not tell. */
  readonly cpuSeconds: number | null
}

export interface CheckOptions {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
}

const TIMEOUT_MS = 60_000

type Exported =
  | {
      readonly kind: 'exported'
      readonly proof: ProofData
      readonly server: LeanServer
    }
  | Exclude<Judged, { kind: 'accepted' }>

export class Checker implements AsyncDisposable {
  #pool: LeanPool
  #judge: Judge

  constructor(pool: LeanPool) {
    this.#pool = pool
    this.#judge = new Judge(pool.toolchain)
  }

  async warm(): Promise<void> {
    await this.#judge.warm()
  }

  /** Fixes a statement before anybody searches. Throws `GoalError` if Lean does not accept it. */
  fix(input: GoalInput, { timeoutMs = TIMEOUT_MS, signal }: CheckOptions = {}): Promise<KeyedStatement> {
    return this.#judge.fix(input, { timeoutMs, signal })
  }

  async check(claim: Claim, { timeoutMs = TIMEOUT_MS, signal }: CheckOptions = {}): Promise<Verdict> {
    const meter = new CpuMeter()
    try {
      const exported = await this.#export(claim, { timeoutMs, signal }, meter)
      const judged =
        exported.kind === 'exported'
          ? await this.#judgeProof(claim, exported, { timeoutMs, signal }, meter)
          : exported
      return { ...judged, cpuSeconds: meter.seconds }
    } catch (error) {
      // The statement was accepted when it was fixed: now its context is out of time, not wrong.
      if (error instanceof LeanGoneError || error instanceof GoalError) {
        return { kind: 'unknown', detail: error.message, cpuSeconds: null }
      }
      throw error
    }
  }

  close(): Promise<void> {
    return this.#judge.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #export({ statement, proof }: Claim, options: RequestOptions, meter: CpuMeter): Promise<Exported> {
    return this.#pool.use(async (server) => {
      const ask = async (request: Requests['export']) => {
        const answer = await server.request('export', request, options)
        meter.add(answer.timing)
        return readExport(answer, request.theorem, server)
      }
      if ('source' in proof)
        return ask({ text: leanText(proof.source), theorem: proof.theorem, header: true })
      const { env } = await contextOf(server, statement.input, options)
      const text = withLemmas(proof.lemmas, withScript(statement.header, proof.script))
      return ask({ text, theorem: statement.name, env })
    }, options.signal)
  }

  async #judgeProof(
    claim: Claim,
    exported: Extract<Exported, { kind: 'exported' }>,
    options: RequestOptions,
    meter: CpuMeter,
  ): Promise<Judged> {
    const { statement, proof, allowAxioms = [] } = claim
    const { input } = statement
    const judgement = await this.#judge.judge(input, exported.proof, allowAxioms, options)
    meter.add(judgement.timing)
    if (judgement.kind === 'none') return { kind: 'unknown', detail: judgement.why }
    const { reply } = judgement
    if (!reply.accepted) return { kind: 'refused', reason: reply.reason, detail: reply.detail, messages: [] }
    if (fixedStatement(input, reply).hash !== statement.hash) {
      const detail = 'the statement no longer means what it meant when it was fixed'
      return { kind: 'refused', reason: 'statement_changed', detail, messages: [] }
    }
    const { toolchain } = this.#pool
    const { lean, githash } = exported.server.hello
    const { preamble = '', imports = [] } = input
    const text = receiptProof(proof)
    const receipt = sealReceipt({
      statement: input.statement,
      preamble,
      imports: [...imports],
      theorem: 'script' in proof ? statement.name : proof.theorem,
      type: reply.type,
      statement_hash: statement.hash,
      proof: text,
      source_hash: sourceHash(preamble, text),
      axioms: reply.axioms,
      allowed_axioms: [...ALLOWED_AXIOMS, ...allowAxioms],
      axioms_complete: toolchain.hasLibraryProofs,
      declarations: reply.declarations,
      toolchain: { kind: toolchain.kind, lean, githash, fingerprint: toolchain.fingerprint },
      checker: { program_hash: leanProgram().hash },
      strategy: claim.strategy ?? null,
      cpu_seconds: meter.seconds,
      checked_at: new Date().toISOString(),
    })
    return { kind: 'accepted', receipt }
  }
}

function withLemmas(lemmas: string | undefined, theorem: string): string {
  return lemmas ? `${leanText(lemmas).trimEnd()}\n\n${theorem}` : theorem
}

function receiptProof(proof: Proof): Receipt['proof'] {
  if ('source' in proof) return { source: proof.source }
  return { script: proof.script, ...(proof.lemmas && { lemmas: proof.lemmas }) }
}

function readExport(answer: Answer<ReplyTo<'export'>>, theorem: string, server: LeanServer): Exported {
  if (answer.kind === 'timeout') return { kind: 'unknown', detail: 'elaborating the proof took too long' }
  if (answer.kind === 'no') {
    return { kind: 'refused', reason: 'not_elaborated', detail: answer.failure.message, messages: [] }
  }
  const { proof, messages } = answer.value
  if (proof) return { kind: 'exported', proof, server }
  const error = messages.find(isError)
  if (error) return { kind: 'refused', reason: 'not_elaborated', detail: error.text, messages }
  return {
    kind: 'refused',
    reason: 'missing',
    detail: `the text declares no theorem named ${theorem}`,
    messages,
  }
}

/** Adds up what Lean says its threads did; one answer without a time makes the sum unknown. */
class CpuMeter {
  #micros: number | null = 0

  add({ cpuMicros }: Timing): void {
    this.#micros = this.#micros === null || cpuMicros === null ? null : this.#micros + cpuMicros
  }

  get seconds(): number | null {
    return this.#micros === null ? null : this.#micros / 1e6
  }
}
