/** One command of a file with changes in it, elaborated where it stands: does it still say and do the same? */

import { leanText } from '../goal/index.ts'
import { chainOf, type FileReply, type LeanDeclaration, type LeanPool } from '../lean/index.ts'
import type { Bench } from './bench.ts'
import { type CommandPlace, type OfferedLemma, placeOfCommand } from './hole-place.ts'

export type CommandVerdict =
  | {
      readonly kind: 'fine'
      /** What the command declares now. */
      readonly declarations: readonly LeanDeclaration[]
      /** Holes that are left in it. */
      readonly holes: number
      /** What Lean says about it, suggestions included. */
      readonly messages: readonly string[]
      /** What it cost Lean, in microseconds of CPU time or, where that is not known, of time. */
      readonly micros: number
    }
  | { readonly kind: 'refused'; readonly why: string }

const TIMEOUT_MS = 60_000

export interface ChangedCommand {
  readonly module: string
  readonly command: number
  /** The command's new text, helper lemmas before it included. */
  readonly text: string
  /** Names that it declares besides those that it had. */
  readonly added: readonly string[]
  /** How many of its holes it should have left. */
  readonly holesLeft: number
  /** Lemmas of other holes that it may use. */
  readonly offered?: readonly OfferedLemma[]
}

export async function elaborateCommand(
  pool: LeanPool,
  bench: Bench,
  changed: ChangedCommand,
  signal?: AbortSignal,
): Promise<CommandVerdict> {
  const report = bench.report(changed.module)
  const { offered = [] } = changed
  const place: CommandPlace = placeOfCommand(bench.project, report, changed.command, offered)
  const answer = await pool.use(async (server) => {
    const options = { timeoutMs: TIMEOUT_MS, signal }
    const { env } = await chainOf(server, { imports: place.imports, parts: place.before }, options)
    const found = await server.request('file', { text: leanText(changed.text), env, commands: true }, options)
    if (found.kind === 'ok') {
      const { holes, env: made } = found.value
      await server.request('drop', {
        states: holes.map(({ state }) => state),
        ...(made !== null && { env: made }),
      })
    }
    return found
  }, signal)
  if (answer.kind === 'timeout')
    return { kind: 'refused', why: 'Lean took too long over the edited declaration' }
  if (answer.kind === 'no') return { kind: 'refused', why: answer.failure.message }
  const { cpuMicros, wallMicros } = answer.timing
  return judged(answer.value, changed, report.declarations, cpuMicros ?? wallMicros)
}

function judged(
  reply: FileReply,
  changed: ChangedCommand,
  all: readonly LeanDeclaration[],
  micros: number,
): CommandVerdict {
  const error = reply.messages.find(({ severity }) => severity === 'error')
  if (error) return { kind: 'refused', why: `the edited declaration does not elaborate: ${error.text}` }
  if (reply.holes.length !== changed.holesLeft) {
    return { kind: 'refused', why: `${reply.holes.length} holes are left, not ${changed.holesLeft}` }
  }
  const declarations = reply.declarations ?? []
  const before = all.filter(({ command, isInternal }) => command === changed.command && !isInternal)
  const after = new Map(declarations.map((one) => [one.name, one]))
  for (const { name, type, kind } of before) {
    const now = after.get(name)
    if (now?.type !== type || now.kind !== kind)
      return { kind: 'refused', why: `it changes what ${name} says` }
  }
  const known = new Set(before.map(({ name }) => name))
  const isNew = (name: string) => changed.added.some((one) => name === one || name.endsWith(`.${one}`))
  const extra = declarations.find(({ name, isInternal }) => !isInternal && !known.has(name) && !isNew(name))
  if (extra && !isMadeFor(extra.name, [...known, ...changed.added]))
    return { kind: 'refused', why: `it declares ${extra.name} besides` }
  const messages = reply.messages.map(({ text }) => text)
  return { kind: 'fine', declarations, holes: reply.holes.length, messages, micros }
}

/** Equations and the like, which Lean makes when a proof wants them. */
function isMadeFor(name: string, owners: readonly string[]): boolean {
  return (
    owners.some((owner) => name.startsWith(`${owner}.`)) ||
    /\.(?:eq_\d+|eq_def|induct\w*|match_\d+|congr_\w+|splitter)$/.test(name)
  )
}
