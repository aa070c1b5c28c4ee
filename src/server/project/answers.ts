/** The project as the API tells it. */

import type * as schemas from '../../api/index.ts'
import { type Hole, shownName } from '../../fill/index.ts'
import { ApiProblem } from '../problem.ts'
import type { LiveProject } from './live-project.ts'

export function projectAnswer(live: LiveProject): schemas.ProjectAnswer {
  const { folder, project, problem, message } = live
  const files = problem ? [] : (project?.wanted ?? []).map((module) => fileOf(live, module)).toSorted(byPath)
  return {
    folder,
    kind: problem ? null : (project?.kind ?? null),
    problem: problem ? { message: problem.message, hint: problem.hint ?? null } : null,
    notes: [...(project?.notes ?? [])],
    version: live.version(),
    activity: live.activity,
    is_stale: live.isStale,
    message: message ? { text: message.text, is_problem: message.isProblem } : null,
    counts: files.reduce((sum, { counts }) => added(sum, counts), NONE),
    files,
  }
}

export function holesAnswer(live: LiveProject, path: string): schemas.ProjectHolesAnswer {
  const { findings, project } = live
  const module = project?.wanted.find((name) => project.modules.get(name)?.path === path)
  if (module === undefined)
    throw new ApiProblem(404, 'unknown-file', `${path} is not a Lean file of this project.`)
  const report = findings.report(module)
  return {
    path,
    version: live.version(module),
    failure: report?.failure ?? null,
    errors: (report?.errors ?? []).map(({ start, text }) => ({
      line: start.line,
      column: start.column + 1,
      text,
    })),
    holes: (report?.holes ?? []).map((hole) => holeOf(live, hole)),
  }
}

const NONE: schemas.HoleCounts = { open: 0, proposed: 0, refuted: 0, failed: 0, skipped: 0, written: 0 }

function byPath(one: schemas.ProjectFile, other: schemas.ProjectFile): number {
  return one.path < other.path ? -1 : 1
}

function added(one: schemas.HoleCounts, other: schemas.HoleCounts): schemas.HoleCounts {
  return {
    open: one.open + other.open,
    proposed: one.proposed + other.proposed,
    refuted: one.refuted + other.refuted,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    written: one.written + other.written,
  }
}

function fileOf(live: LiveProject, module: string): schemas.ProjectFile {
  const { findings, project } = live
  const path = project?.modules.get(module)?.path ?? module
  const report = findings.report(module)
  const counts = { ...NONE, written: findings.written(path) }
  for (const hole of report?.holes ?? []) {
    const state = findings.state(hole)
    counts[state === 'queued' || state === 'searching' ? 'open' : state] += 1
  }
  const failure = report?.failure ?? null
  return {
    path,
    version: report ? live.version(module) : '',
    state: report ? (failure === null ? 'read' : 'failed') : 'unread',
    failure,
    errors: report?.errors.length ?? 0,
    counts,
  }
}

function holeOf({ findings }: LiveProject, hole: Hole): schemas.ProjectHole {
  const { id, span, declaration, goal, key, difficulty, unsearchable } = hole
  const state = findings.state(hole)
  const outcome = findings.outcome(hole)
  const last = findings.lastOutcome(hole)
  const proposal = findings.proposal(hole)
  return {
    id,
    line: span.start.line,
    column: span.start.column + 1,
    declaration: declaration && shownName(declaration),
    goal,
    goal_hash: key,
    difficulty,
    state,
    trying: findings.trying(hole) ?? null,
    why:
      outcome?.kind === 'open'
        ? 'the search ended before everything was tried'
        : outcome && 'why' in outcome
          ? outcome.why
          : (unsearchable ?? null),
    counterexample: outcome?.kind === 'refuted' ? outcome.counterexample : null,
    given: state === 'proposed' ? findings.given(hole).map(shownName) : [],
    last_outcome: last ? { outcome: last.outcome, strategy: last.strategy, seconds: last.seconds } : null,
    strategy: proposal?.proof.strategy ?? null,
    receipt: proposal?.proof.receipt ?? null,
    diff: proposal?.diff ?? null,
    needs: (proposal?.needs ?? []).map(shownName),
  }
}
