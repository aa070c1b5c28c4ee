/** One request for each operation that takes something, as it can be sent: the reference shows them, a test sends them. */
export interface ApiExample {
  /** Values for the names in the path. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

const GOAL = { goal_hash: 'lean:4ccb2e7d…' }
const RUN = { run_id: 'bank-20260102T030405-1a2b3c4d' }
const TICKET = { ticket_id: 'ticket-1' }
const ARC_RUN = { run_id: 'd77d157c-0d20-47e0-9600-05da2f15eb13' }

export const API_EXAMPLES: Readonly<Record<string, ApiExample>> = {
  listGoals: { query: { status: 'open', q: 'add', limit: '10' } },
  postGoal: {
    body: {
      goal: 'double n = n + n',
      context: ['n : Nat'],
      preamble: 'def double (n : Nat) : Nat := n + n',
      id: 'double_is_sum',
    },
  },
  getGoal: { path: GOAL },
  listAttemptsOnGoal: { path: GOAL, query: { limit: '10' } },
  getProofTree: { path: GOAL },
  getProofSteps: { path: GOAL },
  getGoalSearch: { path: GOAL },
  postGoalSearch: { path: GOAL, body: { kind: 'prove', timeout_seconds: 60, profile: 1 } },
  postGoalSearchStop: { path: GOAL, body: {} },
  listSearchTrees: { path: GOAL },
  listAttempts: { query: { strategy: 'micro', outcome: 'proved', limit: '10' } },
  listReceipts: { query: { limit: '10' } },
  getReceipt: { path: { receipt: 'receipt-1' } },
  searchPremises: { query: { goal: 'n + m = m + n', limit: '5' } },
  postPlaygroundRead: { body: { text: 'theorem t (n : Nat) : n + 0 = n := by\n  sorry' } },
  postGoalCheck: { body: { goal: 'n + 0 = n', context: ['n : Nat'] } },
  postPlaygroundTry: { body: { text: '∀ n : Nat, n + 0 = n', hole: 0, tactics: ['simp', 'omega'] } },
  getLeanNames: { query: { beginning: 'Nat.add_c', limit: '5' } },
  postRun: { body: { command: 'bg', timeout_seconds: 60 } },
  compareRuns: { query: { left: RUN.run_id, right: 'bank-20260103T030405-5e6f7a8b' } },
  getRun: { path: RUN },
  postRunControl: { path: RUN, body: { action: 'pause' } },
  postTicket: { body: { goal: '∀ a b : Nat, a ≤ b → a ≤ b + 1', suggested_name: 'le_step' } },
  getTicket: { path: TICKET },
  postTicketClaim: { path: TICKET, body: { worker: 'ada' } },
  postTicketCompletion: { path: TICKET, body: { worker: 'ada', proof: 'intro a b h\nomega' } },
  postTicketCancellation: { path: TICKET, body: {} },
  listArcTasks: { path: ARC_RUN, query: { status: 'solved', limit: '10' } },
  getArcTask: { path: { ...ARC_RUN, task_id: 'flip' } },
  getArcTrace: { path: { ...ARC_RUN, task_id: 'flip' } },
  compareArcRuns: { query: { left: ARC_RUN.run_id, right: ARC_RUN.run_id } },
  postArcApply: {
    body: {
      program: '(program (view none as-is) (pipe (crop)))',
      grid: [
        [0, 1],
        [0, 0],
      ],
    },
  },
  getMachineHistory: { query: { minutes: '10' } },
  listProjectHoles: { query: { path: 'Main.lean' } },
  postProjectSearch: { body: {} },
}

/** The request as a line for a shell. */
export function curlLine(origin: string, method: string, path: string, example: ApiExample = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(example.path?.[name] ?? name),
  )
  const query = new URLSearchParams(example.query).toString()
  const address = `${origin}${filled}${query === '' ? '' : `?${query}`}`
  if (method === 'GET') return `curl '${address}'`
  const body = JSON.stringify(example.body ?? {}).replaceAll("'", "'\\''")
  return `curl -X ${method} '${address}' -H 'content-type: application/json' -d '${body}'`
}
