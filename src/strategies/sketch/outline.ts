/** Outlines in Lean: whether one holds with its holes, and closing these by quick means. */
import { type DojoHole, LeanGoneError } from '../../lean/index.ts'
import { CASE_CLOSERS, closers, EFFORTS, inductions, WIDTH } from '../../tactics/index.ts'
import { firstOf, provedVia } from '../finish.ts'
import { introduce, nameAll, surveyOf, withoutIdleData } from '../opening.ts'
import type { Session } from '../session.ts'
import { HOLE_CLOSERS, HOLE_INDUCTIONS, MOST } from './plan.ts'
import { type Filling, fillHoles } from './text.ts'

export type Validation =
  /** Lean finds nothing missing. */
  | { readonly kind: 'whole'; readonly script: string }
  | { readonly kind: 'holes'; readonly script: string; readonly holes: readonly DojoHole[] }
  | { readonly kind: 'refused'; readonly why: string }

/** A validated outline with those of its holes that are still open. */
export interface Sketch {
  readonly script: string
  readonly open: readonly DojoHole[]
  /** How many holes it had before any was closed. */
  readonly holes: number
}

/**
 * Runs an outline as the tactics that it consists of: what is not a tactic, such as a notation or an axiom beside the
 * theorem, does not even parse. Goals that it leaves open become holes at its end.
 */
export async function validate(session: Session, script: string): Promise<Validation> {
  const result = await session.step(session.dojo.root, script, { ...EFFORTS.outline, tellsWhy: true })
  if (result.kind === 'closed') return { kind: 'whole', script }
  if (result.kind === 'open') {
    const holes = result.state.goals.map(() => '· sorry').join('\n')
    await session.dojo.drop(result.state)
    return withHoles(session, `${script}\n${holes}`)
  }
  if (result.kind === 'rejected' && result.failure.kind === 'incomplete') return withHoles(session, script)
  if (result.kind !== 'rejected') return { kind: 'refused', why: 'the outline takes too long to elaborate' }
  const { message, position } = result.failure
  return { kind: 'refused', why: position ? `line ${position.line}: ${message}` : message }
}

async function withHoles(session: Session, script: string): Promise<Validation> {
  const look = () => session.dojo.holesIn(script, { ...EFFORTS.outline, signal: session.signal })
  const holes = await look().catch((error: unknown) => {
    if (error instanceof LeanGoneError) return look()
    throw error
  })
  const fits = holes.length > 0 && holes.length <= MOST.holes
  return fits
    ? { kind: 'holes', script, holes }
    : { kind: 'refused', why: `the outline has ${holes.length} holes that can be worked on` }
}

export interface HoleClosing {
  /** Theorems delivered by the marketplace. */
  readonly lemmas: readonly string[]
  /** Whether a hole may take an induction or a case distinction of its own. */
  readonly thorough: boolean
  readonly reserveSeconds: number
}

/** Closes what can be closed; the rest stays open. */
export async function closeHoles(
  session: Session,
  { script, holes }: { readonly script: string; readonly holes: readonly DojoHole[] },
  closing: HoleClosing,
): Promise<Sketch> {
  const fillings: Filling[] = []
  const open: DojoHole[] = []
  // What was found so far must still be told: the last moments are not for closing.
  const limit = session.whenLeft(closing.reserveSeconds)
  for (const hole of holes) {
    const proof = limit.aborted
      ? undefined
      : await closeHole(session, hole, closing, limit).catch((error: unknown) => {
          if (limit.aborted && !session.signal.aborted) return undefined
          throw error
        })
    if (proof === undefined) open.push(hole)
    else fillings.push({ hole, proof })
  }
  const filled = fillHoles(script, fillings)
  if (open.length === 0 || fillings.length === 0) return { script: filled, open, holes: holes.length }
  // The open holes have moved, and goals may look different now that others are closed.
  const again = await withHoles(session, filled)
  return again.kind === 'holes'
    ? { script: filled, open: again.holes, holes: holes.length }
    : { script, open: holes, holes: holes.length }
}

async function closeHole(
  session: Session,
  hole: DojoHole,
  { lemmas, thorough }: HoleClosing,
  limit: AbortSignal,
): Promise<string | undefined> {
  const introduced = await introduce(session, hole.state)
  // An induction that carries along what the goal does not mention has hypotheses that nobody can use.
  const state = thorough ? await withoutIdleData(session, introduced) : introduced
  const survey = await surveyOf(session, state)
  const attempts = thorough ? inductions(HOLE_INDUCTIONS, survey).slice(0, MOST.inductions) : [undefined]
  const ends = thorough
    ? closers(CASE_CLOSERS, survey)
    : [...lemmas.map((name) => `apply ${name} <;> assumption`), ...closers(HOLE_CLOSERS, survey)]
  const closing = { closers: ends, limits: EFFORTS.hole }
  return firstOf(
    attempts.map((induction) => ({ induction })),
    WIDTH,
    ({ induction }, done) => provedVia(session, state, induction, closing, AbortSignal.any([done, limit])),
  )
}

/** The goal of a hole as a statement of its own, without the data around it that it does not mention. */
export async function restateHole(session: Session, { state }: DojoHole): Promise<string | undefined> {
  const bare = await withoutIdleData(session, await nameAll(session, state))
  return session.dojo.restate(bare, session.signal)
}
