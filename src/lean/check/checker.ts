/**
 * The checker is the only judge of what is proved.
 *
 * Three kinds of process take part. A reader that never sees a candidate fixes what the statement means. A
 * worker elaborates the candidate's text. Both export declarations as data, and the judge, which reads data
 * only, replays all of them through its kernel and compares. Whatever is not a clear yes is not a yes.
 */
import { cacheDir as defaultCacheDir } from '../../config/index.ts'
import { InputError } from '../../errors.ts'
import { leanText } from '../../goal/index.ts'
import type { CertificateFacts } from '../certificate/index.ts'
import { contextOf, isError } from '../context.ts'
import { LeanGoneError } from '../errors.ts'
import type { ProofData } from '../exported-data.ts'
import { GoalError } from '../goal-error.ts'
import type { LeanPool } from '../pool.ts'
import { leanProgram } from '../program.ts'
import type { LeanMessage, OwnDeclaration, ReplyTo } from '../protocol.ts'
import type { Requests } from '../requests.ts'
import type { Answer, RequestOptions, Timing } from '../server.ts'
import { type FixedStatement, type GoalInput, withScript } from '../statement.ts'
import { Judge } from './judge.ts'
import { ALLOWED_AXIOMS, NEVER_ALLOWED, type Receipt, sealReceipt, sourceHash } from './receipt.ts'
import { type OpinionOptions, type SecondKernelUse, SecondOpinion } from './second-opinion.ts'
import { StatementReader } from './statement-reader.ts'

/** A proof that somebody claims: tactics for the statement, or a file with a theorem that states it. */
export type Proof =
  | {
      readonly script: string
      /** Theorems of its own that the script uses, as Lean text. */
      readonly lemmas?: string | undefined
    }
  | {
      readonly source: string
      readonly theorem: string
      /** What the source begins with behind its imports, if that is known: many proofs may share it. */
      readonly preamble?: string | undefined
    }

export interface Claim {
  readonly statement: FixedStatement
  readonly proof: Proof
  /** Axioms to allow besides propext, Classical.choice and Quot.sound. */
  readonly allowAxioms?: readonly string[] | undefined
  readonly strategy?: string | undefined
}

/** A statement as the judge sees it: the library's own notation, and what it speaks of besides the library. */
export interface ShownStatement {
  readonly type: string
  /** With every argument, where that was asked for or the plain form could mislead. */
  readonly explicit: string | null
  readonly own: readonly OwnDeclaration[]
}

type Judged =
  | {
      readonly kind: 'accepted'
      readonly receipt: Receipt
      readonly shown: ShownStatement
      /** What was written, where a certificate was asked for. */
      readonly certificate?: CertificateFacts | undefined
    }
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
  /** Show the definitions behind the statement too. */
  readonly explain?: boolean | undefined
  /** Write the proof with everything it stands on to this file, for other checkers; needs the second kernel. */
  readonly certificate?: string | undefined
}

export interface CheckerOptions extends Partial<Omit<OpinionOptions, 'use'>> {
  /** Whether the second kernel judges too; not, unless said otherwise. */
  readonly second?: SecondKernelUse | undefined
}

const TIMEOUT_MS = 60_000

type Exported =
  | { readonly kind: 'exported'; readonly proof: ProofData }
  | Exclude<Judged, { kind: 'accepted' }>

export class Checker implements AsyncDisposable {
  #pool: LeanPool
  #reader: StatementReader
  #judge: Judge
  #second: SecondOpinion | undefined

  constructor(
    pool: LeanPool,
    { second: use = 'off', cacheDir = defaultCacheDir(), onLibrary }: CheckerOptions = {},
  ) {
    this.#pool = pool
    this.#reader = new StatementReader(pool)
    this.#judge = new Judge(pool.toolchain)
    if (use !== 'off') this.#second = new SecondOpinion(pool.toolchain, { use, cacheDir, onLibrary })
  }

  /** Starts the judge ahead of need. */
  async warm(): Promise<void> {
    await this.#judge.warm()
  }

  /** Starts the second kernel ahead of need, if it will be asked about goals with these imports. */
  warmSecond(imports: readonly string[] = []): void {
    this.#second?.warm(imports)
  }

  /** Fixes a statement before anybody searches. Throws `GoalError` if Lean does not accept it. */
  fix(input: GoalInput, { timeoutMs = TIMEOUT_MS, signal }: CheckOptions = {}): Promise<FixedStatement> {
    return this.#reader.fix(input, { timeoutMs, signal })
  }

  async check(claim: Claim, options: CheckOptions = {}): Promise<Verdict> {
    const { timeoutMs = TIMEOUT_MS } = options
    const never = claim.allowAxioms?.find((name) => NEVER_ALLOWED.includes(name))
    if (never) {
      throw new InputError('axiom_never_allowed', `${never} proves anything and cannot be allowed.`, {
        hint: 'Leave it out: a proof that needs it is not a proof.',
      })
    }
    const meter = new CpuMeter()
    try {
      const exported = await this.#export(claim, { timeoutMs, signal: options.signal }, meter)
      const judged =
        exported.kind === 'exported'
          ? await this.#judgeProof(claim, exported.proof, { ...options, timeoutMs }, meter)
          : exported
      return { ...judged, cpuSeconds: meter.seconds }
    } catch (error) {
      // The statement was accepted when it was fixed, so an error about it now is a timeout and no fault of the
      // statement.
      if (error instanceof LeanGoneError || error instanceof GoalError) {
        return { kind: 'unknown', detail: error.message, cpuSeconds: null }
      }
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#reader.close(), this.#judge.close(), this.#second?.close()])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #export({ statement, proof }: Claim, options: RequestOptions, meter: CpuMeter): Promise<Exported> {
    return this.#pool.use(async (server) => {
      const ask = async (request: Requests['export']) => {
        const answer = await server.request('export', request, options)
        meter.add(answer.timing)
        return readExport(answer, request.theorem)
      }
      if ('source' in proof) {
        const rest = behindPreamble(proof, statement.input.imports ?? [])
        if (rest === undefined)
          return ask({ text: leanText(proof.source), theorem: proof.theorem, header: true })
        const { env } = await contextOf(server, { ...statement.input, preamble: proof.preamble }, options)
        return ask({ text: leanText(rest), theorem: proof.theorem, env })
      }
      const { env } = await contextOf(server, statement.input, options)
      const lemmas = proof.lemmas ? `${leanText(proof.lemmas).trimEnd()}\n\n` : ''
      const text = lemmas + withScript(statement.header, proof.script)
      return ask({ text, theorem: statement.name, env, scriptAt: Buffer.byteLength(lemmas) })
    }, options.signal)
  }

  async #judgeProof(
    claim: Claim,
    data: ProofData,
    options: CheckOptions & { readonly timeoutMs: number },
    meter: CpuMeter,
  ): Promise<Judged> {
    const { statement, proof, allowAxioms = [] } = claim
    const { explain, ...limits } = options
    const judgement = await this.#judge.judge({ statement, proof: data, allowAxioms, explain }, limits)
    meter.add(judgement.timing)
    if (judgement.kind === 'none') return { kind: 'unknown', detail: judgement.why }
    const { reply, hello } = judgement
    if (!reply.accepted) return { kind: 'refused', reason: reply.reason, detail: reply.detail, messages: [] }
    if (!reply.proved) return { kind: 'unknown', detail: 'the judge was asked about the statement only' }
    const allowed = [...new Set([...ALLOWED_AXIOMS, ...allowAxioms])]
    const opinion = await this.#second?.judge(statement, data, { ...options, allowed })
    if (opinion && opinion.kind !== 'accepted') return opinion
    const { toolchain } = this.#pool
    const { statement: text, preamble = '', imports = [] } = statement.input
    const written = receiptProof(proof)
    const receipt = sealReceipt({
      statement: text,
      preamble,
      imports: [...imports],
      theorem: 'script' in proof ? statement.name : proof.theorem,
      type: reply.type,
      definitions: reply.own.map(({ name }) => name).sort(),
      statement_hash: statement.hash,
      proof: written,
      source_hash: sourceHash(preamble, written),
      axioms: [...reply.axioms].sort(),
      allowed_axioms: allowed,
      axioms_complete: toolchain.hasLibraryProofs,
      declarations: reply.declarations,
      toolchain: {
        kind: toolchain.kind,
        lean: hello.lean,
        githash: hello.githash,
        fingerprint: toolchain.library,
      },
      checker: { program_hash: leanProgram('verdict').hash },
      kernels: [
        {
          name: 'lean',
          version: hello.lean,
          seconds: (judgement.timing.cpuMicros ?? 0) / 1e6,
          assumptions: null,
        },
        ...(opinion ? [opinion.kernel] : []),
      ],
      strategy: claim.strategy ?? null,
      cpu_seconds: meter.seconds,
      checked_at: new Date().toISOString(),
    })
    const { type, explicit, own } = reply
    return { kind: 'accepted', receipt, shown: { type, explicit, own }, certificate: opinion?.facts }
  }
}

/** What a source says after its imports and its preamble, if it begins with just those. */
function behindPreamble(
  { source, preamble }: Extract<Proof, { source: string }>,
  imports: readonly string[],
): string | undefined {
  if (preamble === undefined) return undefined
  const front = [...imports.map((name) => `import ${name}`), preamble, ''].join('\n')
  return source.startsWith(front) ? source.slice(front.length) : undefined
}

function receiptProof(proof: Proof): Receipt['proof'] {
  if ('source' in proof) return { source: proof.source }
  return { script: proof.script, ...(proof.lemmas && { lemmas: proof.lemmas }) }
}

function readExport(answer: Answer<ReplyTo<'export'>>, theorem: string): Exported {
  if (answer.kind === 'timeout') return { kind: 'unknown', detail: 'elaborating the proof took too long' }
  if (answer.kind === 'no') {
    return { kind: 'refused', reason: 'not_elaborated', detail: answer.failure.message, messages: [] }
  }
  const { proof, messages } = answer.value
  if (proof) return { kind: 'exported', proof }
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
