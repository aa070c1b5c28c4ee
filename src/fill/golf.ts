/** Shorter or faster proofs of what is proved already. Only what the checker accepts, and what changes nothing else. */
import type { Checker, LeanPool } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { type Accepted, Bench } from './bench.ts'
import { type FileChange, fileChanges } from './edits.ts'
import { type CommandVerdict, elaborateCommand } from './elaborate-command.ts'
import { readProject } from './extract.ts'
import type { Hole } from './hole.ts'
import { judgeDeclaration } from './judge-hole.ts'
import type { Project } from './project.ts'
import { closure } from './project.ts'
import { proofSpan } from './proof-span.ts'
import { recheck } from './recheck.ts'
import { ReportCache } from './report-cache.ts'
import { indentation, lineEnd, TextLines } from './text-lines.ts'
import { TIDY_RULES } from './tidy-rules.ts'

export interface GolfOptions {
  readonly project: Project
  /** Only this declaration, by its full name or the end of it. */
  readonly declaration?: string | undefined
  readonly by: 'length' | 'time'
  readonly lean: { readonly pool: LeanPool; readonly checker: Checker }
  readonly ledger: Ledger
  readonly cacheFolder: string
  readonly signal: AbortSignal
  readonly onProof?: ((proof: GolfedProof) => void) | undefined
}

export interface GolfedProof {
  readonly declaration: string
  readonly path: string
  readonly line: number
  readonly before: string
  readonly after: string
  /** What was to become less: characters, or microseconds in Lean. */
  readonly cost: { readonly before: number; readonly after: number }
}

export interface GolfResult {
  readonly proofs: readonly GolfedProof[]
  readonly changes: readonly FileChange[]
  /** How many proofs were looked at. */
  readonly seen: number
  /** Proofs that Lean takes and the checker does not, such as those that stand on an axiom. */
  readonly refused: readonly Refused[]
}

interface Refused {
  readonly declaration: string
  readonly path: string
  readonly line: number
  readonly why: string
}

/** Tactics that may do all of it, the plainest first. */
const CLOSERS = ['rfl', 'decide', 'simp', 'omega', 'simp_all', 'grind', 'simp_all; omega'] as const
const MOST_TRIALS = 60
/** Times differ from one run to the next: less than this share is no gain. */
const LEAST_GAIN = { length: 0, time: 0.2 } as const

export async function golf(options: GolfOptions): Promise<GolfResult> {
  const { project, lean, cacheFolder, signal } = options
  const cache = new ReportCache(`${cacheFolder}/reports`, lean.pool.toolchain.fingerprint)
  const needed = closure(project.modules, project.wanted)
  const modules = project.buildOrder.filter((name) => needed.has(name))
  const reports = await readProject(project, () => lean.pool, { cache, modules, signal })
  const bench = new Bench(project, reports)
  const proofs: { golfed: GolfedProof; accepted: Accepted }[] = []
  const refused: Refused[] = []
  const targets = candidates(bench, options)
  for (const target of targets) {
    signal.throwIfAborted()
    const found = await shorten(bench, target, options)
    if (!found) continue
    if ('why' in found) {
      const { path, declaration, span } = target.proof
      refused.push({ declaration: declaration ?? '', path, line: span.start.line, why: found.why })
      continue
    }
    proofs.push(found)
    options.onProof?.(found.golfed)
  }
  const checked = await recheck(
    project,
    bench.reports,
    proofs.map(({ accepted }) => accepted),
    () => lean.pool,
    { cache },
  )
  const kept = new Set(checked.kept)
  return {
    proofs: proofs.filter(({ accepted }) => kept.has(accepted)).map(({ golfed }) => golfed),
    changes: fileChanges(
      project,
      checked.kept.flatMap(({ edits }) => edits),
    ),
    seen: targets.length,
    refused,
  }
}

interface Target {
  /** The proof in the form of a hole: what stands there is to be replaced. */
  readonly proof: Hole
  readonly script: string
}

/** Theorems with a tactic proof and no hole in it. */
function candidates(bench: Bench, { project, declaration }: GolfOptions): Target[] {
  return project.wanted.flatMap((name) => {
    const report = bench.report(name)
    const module = project.modules.get(name)
    const lines = new TextLines(module?.text ?? '')
    const open = new Set(report.holes.map(({ command }) => command))
    return report.declarations.flatMap((declared): Target[] => {
      const { name: full, kind, isInternal, hasSorry, command } = declared
      const isWanted = declaration === undefined || full === declaration || full.endsWith(`.${declaration}`)
      const span = report.commands[command]
      const own = report.declarations.filter(
        (one) => one.command === command && one.kind === 'theorem' && !one.isInternal,
      )
      if (!isWanted || kind !== 'theorem' || isInternal || hasSorry || !span || !module) return []
      if (own.length !== 1 || open.has(command)) return []
      const found = proofSpan(module.text.slice(span.from, span.to))
      if (!found) return []
      const at = { from: span.from + found.from, to: span.from + found.to }
      const proof: Hole = {
        id: `golf/${full}`,
        module: name,
        file: module.file,
        path: module.path,
        span: { ...span, ...at },
        declaration: full,
        command,
        goal: '',
        key: `golf:${full}`,
        isTactic: true,
        isProof: true,
        indentation: indentation(lines.line(span.start.line)),
        difficulty: 0,
      }
      return [{ proof, script: found.script }]
    })
  })
}

async function shorten(
  bench: Bench,
  { proof, script }: Target,
  { by, lean, ledger, signal }: GolfOptions,
): Promise<{ golfed: GolfedProof; accepted: Accepted } | { why: string } | undefined> {
  const attempt = (text: string): Promise<CommandVerdict> =>
    elaborateCommand(lean.pool, bench, changed(bench, proof, text), signal)
  const cost = (text: string, verdict: CommandVerdict) =>
    by === 'length' ? [...text].length : verdict.kind === 'fine' ? verdict.micros : Number.POSITIVE_INFINITY
  const original = await attempt(script)
  if (original.kind !== 'fine') return undefined
  const start = cost(script, original)
  let best = { text: script, verdict: original as CommandVerdict, cost: start }
  let trials = 0
  const tried = new Set([script])
  const trial = async (text: string): Promise<boolean> => {
    if (tried.has(text) || trials >= MOST_TRIALS || signal.aborted) return false
    tried.add(text)
    if (by === 'length' && [...text].length >= best.cost) return false
    trials += 1
    const verdict = await attempt(text)
    if (verdict.kind !== 'fine' || cost(text, verdict) >= best.cost * (1 - LEAST_GAIN[by])) return false
    best = { text, verdict, cost: cost(text, verdict) }
    return true
  }
  for (const closer of CLOSERS) if ((await trial(closer)) && by === 'length') break
  for (let improved = true; improved; ) {
    improved = false
    for (const next of smaller(best.text)) {
      if (!(await trial(next))) continue
      improved = true
      break
    }
  }
  if (best.text === script || best.verdict.kind !== 'fine') return undefined
  const { edits } = placed(bench, proof, best.text)
  const judged = await judgeDeclaration({ bench, ...lean }, proof, edits, best.verdict, 'golf', signal)
  if (judged.kind !== 'accepted') return { why: judged.reason }
  await ledger.saveReceipt({ id: judged.receipt.id, goalKey: proof.key, body: judged.receipt })
  const { path, declaration, span } = proof
  return {
    golfed: {
      declaration: declaration ?? '',
      path,
      line: span.start.line,
      before: script,
      after: best.text,
      cost: { before: start, after: best.cost },
    },
    accepted: {
      hole: proof,
      strategy: 'golf',
      script: best.text,
      lemmas: [],
      edits,
      uses: [],
      receipt: judged.receipt.id,
      judged: 'declaration',
    },
  }
}

/** Proofs with a step less, or plainer by one of the rules. */
function smaller(script: string): string[] {
  const lines = script.split('\n')
  // A line goes with those below it that stand further to the right.
  const blocks = lines.map((line, at) => {
    const indent = line.length - line.trimStart().length
    let end = at + 1
    while (end < lines.length && (lines[end] ?? '').length - (lines[end] ?? '').trimStart().length > indent)
      end++
    return lines.toSpliced(at, end - at).join('\n')
  })
  const plainer = TIDY_RULES.flatMap(({ ways }) => ways({ script, lemmas: [] }, [])).map((way) => way.script)
  return [...(lines.length > 1 ? blocks : []), ...plainer]
}

function placed(bench: Bench, { span, module, id, indentation: margin }: Hole, script: string) {
  const text = bench.project.modules.get(module)?.text ?? ''
  const end = lineEnd(text)
  const lines = script.split('\n')
  const replacement =
    lines.length === 1
      ? ` ${script}`
      : lines.map((line) => `${end}${line === '' ? '' : `${margin}  ${line}`}`).join('')
  return { edits: [{ module, from: span.from, to: span.to, text: replacement, hole: id }] }
}

function changed(bench: Bench, proof: Hole, script: string) {
  const { module, command } = proof
  const span = bench.report(module).commands[command]
  const text = bench.project.modules.get(module)?.text ?? ''
  const { edits } = placed(bench, proof, script)
  const [edit] = edits
  const front = ' '.repeat(span?.start.column ?? 0) + text.slice(span?.from, proof.span.from)
  return {
    module,
    command,
    text: front + (edit?.text ?? '') + text.slice(proof.span.to, span?.to),
    added: [],
    holesLeft: 0,
  }
}
