/**
 * The simplest strategy: a list of tactics that close goals, cheapest first, each tried on the goal as
 * it stands. Only what the checker accepts counts.
 */
import type { Checker, Dojo, DojoState, FixedStatement, LeanMessage, Receipt } from '../lean/index.ts'

export const CLOSERS = [
  'rfl',
  'decide',
  'intros; rfl',
  'intros; omega',
  'intros; simp',
  'intros; simp_all',
  'intros; grind',
  'intros; simp; omega',
  'intros; ac_rfl',
  'intros; contradiction',
  'intro x; cases x <;> simp_all',
  'intro x; induction x <;> simp_all',
  'intro x; induction x <;> grind',
  'intros; exact?',
  'try?',
]

const TACTIC_TIMEOUT_MS = 5_000

export type CloserResult =
  | { readonly kind: 'proved'; readonly script: string; readonly receipt: Receipt }
  | { readonly kind: 'failed'; readonly tried: number }

export interface CloserContext {
  readonly dojo: Dojo
  readonly checker: Checker
  readonly statement: FixedStatement
  readonly signal: AbortSignal
  readonly onTactic?: (tactic: string) => void
}

export async function runClosers(context: CloserContext): Promise<CloserResult> {
  const { dojo, signal, onTactic } = context
  for (const tactic of CLOSERS) {
    signal.throwIfAborted()
    onTactic?.(tactic)
    const result = await dojo.runTactic(dojo.root, tactic, { timeoutMs: TACTIC_TIMEOUT_MS, signal })
    if (result.kind !== 'closed') continue
    const script = (await suggested(dojo, result.messages, signal)) ?? tactic
    const receipt = await confirm(context, script)
    if (receipt) return { kind: 'proved', script, receipt }
  }
  return { kind: 'failed', tried: CLOSERS.length }
}

async function confirm(
  { checker, statement, signal }: CloserContext,
  script: string,
): Promise<Receipt | undefined> {
  const verdict = await checker.check({ statement, proof: { script }, strategy: 'closers' }, { signal })
  return verdict.kind === 'accepted' ? verdict.receipt : undefined
}

/** What a search tactic such as `exact?` proposes, if that alone closes the goal too: it is quicker and lasts longer. */
export async function suggested(
  dojo: Dojo,
  messages: readonly LeanMessage[],
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const { text } of messages) {
    const found = /^Try this:\s*(?:\[apply\]\s*)?([\s\S]+)$/
      .exec(text)?.[1]
      ?.split(/\n\s*(?:\[apply\]|Remaining)/, 1)[0]
      ?.trim()
    if (!found) continue
    for (const script of [found, `intros\n${found}`]) {
      const result = await dojo.runTactic(dojo.root as DojoState, script, {
        timeoutMs: TACTIC_TIMEOUT_MS,
        signal,
      })
      if (result.kind === 'closed') return script
    }
  }
  return undefined
}
