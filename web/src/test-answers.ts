/** Answers of the server, whole and unremarkable; a test says what is remarkable about its own. */
import type {
  ArcRun,
  ArcTask,
  ArcTaskDetail,
  AttemptAnswer,
  GoalDetail,
  GoalSearchAnswer,
  Pulse,
  RunDetail,
  StrategyStatsAnswer,
  TicketAnswer,
} from './data/api.ts'

/** Text of somebody who wants to be read as something else: it turns the line around and hides a letter. */
export const HOSTILE = 'good\u202Etxt.exe\u0007\u200Bend'
/** How that is shown: nothing of it can act, all of it can be seen. */
export const HOSTILE_SHOWN = 'good\\u{202e}txt.exe\\u{7}\\u{200b}end'

export function goalAnswer(part: Partial<GoalDetail> = {}): GoalDetail {
  return {
    goal_hash: 'k1',
    id: 'add_comm',
    goal: '∀ a b : Nat, a + b = b + a',
    status: 'open',
    difficulty: 0.3,
    priority: 0.5,
    solved_by: null,
    solved_at: null,
    created_at: '2026-08-01T10:00:00.000Z',
    receipt: null,
    proved_type: null,
    attempts: 0,
    cpu_seconds: 0,
    context: [],
    imports: [],
    preamble: '',
    script: null,
    counterexample: null,
    similar: [],
    tickets: [],
    ...part,
  }
}

export function attemptAnswer(part: Partial<AttemptAnswer> = {}): AttemptAnswer {
  return {
    attempt_id: 1,
    goal_hash: 'k1',
    goal_text: '∀ a b : Nat, a + b = b + a',
    strategy: 'micro',
    strategy_version: '1',
    outcome: 'failed',
    tactics: [],
    time_seconds: 1.5,
    cpu_seconds: 1.2,
    budget_seconds: 8,
    started_at: '2026-08-01T10:15:00.000Z',
    run_id: null,
    receipt: null,
    error: null,
    worker: null,
    cache_hit: null,
    proved_type: null,
    ...part,
  }
}

export function strategyRow(part: Partial<StrategyStatsAnswer> = {}): StrategyStatsAnswer {
  return {
    strategy: 'micro',
    attempts: 40,
    solved: 20,
    refuted: 0,
    rate: 0.5,
    mean_time_seconds: 0.4,
    cpu_seconds: 16,
    cpu_seconds_per_solve: 0.8,
    cache_hit_rate: null,
    unique_solves: 3,
    ...part,
  }
}

export function pulseAnswer(part: Partial<Pulse> = {}): Pulse {
  return {
    at: '2026-08-01T10:15:00.000Z',
    cpu_share: 0.5,
    memory_share: 0.3,
    cpu_target: 0.5,
    paused: false,
    queued: 0,
    lanes: { light: { running: 0, limit: 8 }, heavy: { running: 0, limit: 2 } },
    running: [],
    goals: { total: 64, processed: 0, solved: 0 },
    arms: [],
    ...part,
  }
}

export function runAnswer(part: Partial<RunDetail> = {}): RunDetail {
  return {
    run_id: 'bank-20260801T101500-0a1b2c3d',
    command: 'bank',
    state: 'ended',
    seed: 7,
    started_at: '2026-08-01T10:15:00.000Z',
    ended_at: '2026-08-01T10:16:30.000Z',
    pid: null,
    host: null,
    settings: {},
    summary: null,
    pulse: null,
    attempts: 0,
    goals_tried: 0,
    goals_solved: 0,
    goals_refuted: 0,
    cpu_seconds: 0,
    strategies: [],
    solved: [],
    ...part,
  }
}

export function ticketAnswer(part: Partial<TicketAnswer> = {}): TicketAnswer {
  return {
    ticket_id: 't1',
    goal_hash: 'k9',
    goal: '∀ n : Nat, n ≤ n * n',
    context: [],
    suggested_name: null,
    constraints: [],
    priority: 0.5,
    status: 'open',
    claimed_by: null,
    lease_expires_at: null,
    completed_by: null,
    completed_proof: null,
    receipt: null,
    proved_type: null,
    created_at: '2026-08-01T10:00:00.000Z',
    depends_on: [],
    waiting_goals: [],
    ...part,
  }
}

export function searchAnswer(part: Partial<GoalSearchAnswer> = {}): GoalSearchAnswer {
  return {
    goal_hash: 'k1',
    state: 'idle',
    kind: null,
    asked_at: null,
    searching_since: null,
    timeout_seconds: 60,
    tactics: 0,
    tactic: null,
    attempts: [],
    outcome: null,
    detail: null,
    stuck_on: null,
    ...part,
  }
}

export function arcRunAnswer(part: Partial<ArcRun> = {}): ArcRun {
  return {
    run_id: 'arc-1',
    state: 'ended',
    started_at: '2026-08-01T10:15:00.000Z',
    ended_at: '2026-08-01T10:20:00.000Z',
    batch_file: 'tasks.jsonl',
    tasks: 10,
    done: 10,
    solved: 4,
    scored: 0,
    correct: 0,
    per_minute: null,
    seconds_left: null,
    paused: false,
    has_traces: true,
    ...part,
  }
}

export function arcTaskAnswer(part: Partial<ArcTask> = {}): ArcTask {
  return {
    task_id: 'aa11',
    status: 'solved',
    program: '(program (view none as-is))',
    source: 'teacher',
    pairs_solved: 3,
    train_pairs: 3,
    verifier_score: 1,
    iterations: 1,
    candidates: 2,
    correct: null,
    preview: { input: [[1, 2]], output: [[2, 1]] },
    ...part,
  }
}

export function arcDetailAnswer(part: Partial<ArcTaskDetail> = {}): ArcTaskDetail {
  return {
    ...arcTaskAnswer(),
    error: null,
    best_on_train: [],
    why_not: null,
    train: [{ input: [[1, 2]], output: [[2, 1]] }],
    test: [{ input: [[3, 4]], output: [[4, 3]] }],
    attempts: [],
    facts: [],
    rounds: [],
    ...part,
  }
}
