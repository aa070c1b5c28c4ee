import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { InputError } from '../errors.ts'
import type { DojoState, GoalInput } from '../lean/index.ts'
import { checkProof, premisesFor, proveGoal, searchPremises } from '../use-cases/index.ts'
import { pageFields } from './page.ts'
import type { McpParts } from './server.ts'
import { addTool } from './tool.ts'

const goalFields = {
  statement: z
    .string()
    .min(1)
    .describe('A proposition (`∀ n : Nat, n + 0 = n`) or a theorem header, in Lean 4, without a proof'),
  preamble: z.string().optional().describe('Lean text the statement builds on: definitions, opens'),
  imports: z.array(z.string()).optional().describe('Modules to import; nothing beyond Init by default'),
}
const sessionFields = {
  session: z.string().describe('From goal_state'),
  state: z.int().min(0).optional().describe('A state of that session; the newest one by default'),
}
const TACTIC_SECONDS = 20

const inputOf = ({ statement, preamble, imports }: z.infer<z.ZodObject<typeof goalFields>>): GoalInput => ({
  statement,
  ...(preamble !== undefined && { preamble }),
  ...(imports !== undefined && { imports }),
})
const textsOf = (state: DojoState) => state.goals.map(({ text }) => text)

export function addLeanTools(server: McpServer, parts: McpParts): void {
  const { lean, sessions, config } = parts

  addTool(
    server,
    'prove',
    {
      title: 'Prove a statement',
      description:
        'Search for a proof of a Lean 4 statement with every strategy at hand. Only what the kernel accepts is ' +
        '"proved"; a false statement comes back "refuted" with a counterexample. If it fails, stuck_on is the subgoal ' +
        'that came closest: prove that first, or go on by hand with goal_state and run_tactic.',
      readOnly: false,
      input: z.object({
        ...goalFields,
        timeout_seconds: z.number().positive().max(3600).default(60),
        profile: z.int().min(0).max(2).default(1).describe('0 quick tactics, 1 plus search, 2 everything'),
      }),
    },
    async (given, { signal, progress }) => {
      let tried = 0
      const result = await proveGoal({ ledger: await parts.ledger(), lean, config }, inputOf(given), {
        timeoutSeconds: given.timeout_seconds,
        profile: given.profile as 0 | 1 | 2,
        signal,
        onTactic: (tactic) => {
          tried += 1
          progress(tried, `trying ${tactic}`)
        },
      })
      const { outcome, script, strategy, counterexample, stuck_on, time_seconds, goal_hash } = result
      return {
        outcome,
        script,
        strategy,
        counterexample,
        stuck_on,
        time_seconds,
        goal_hash,
        receipt: result.receipt,
      }
    },
  )

  addTool(
    server,
    'goal_state',
    {
      title: 'Open a goal, or look at one',
      description:
        'Give a statement to open it: you get a session and state 0. Give a session (and a state) to see its goals ' +
        'again. States are never changed: run_tactic makes new ones, so you can always go back to an older number.',
      readOnly: true,
      input: z.object({
        statement: goalFields.statement.optional(),
        preamble: goalFields.preamble,
        imports: goalFields.imports,
        session: sessionFields.session.optional(),
        state: sessionFields.state,
      }),
    },
    async ({ statement, preamble, imports, session: id, state }, { signal }) => {
      if (id !== undefined) {
        const found = sessions.find(id, state)
        const script = found.session.dojo.script(found.state)
        return { session: id, state: found.number, goals: textsOf(found.state), script }
      }
      if (statement === undefined)
        throw new InputError('bad-request', 'Give a statement to open, or a session to look at.')
      const opened = await sessions.open(inputOf({ statement, preamble, imports }), signal)
      return { session: opened.id, state: 0, goals: textsOf(opened.dojo.root), script: '' }
    },
  )

  addTool(
    server,
    'run_tactic',
    {
      title: 'Run a tactic',
      description:
        'Run one Lean tactic (several lines are fine) on a state. It gives a new state with the goals that are left, ' +
        'or says why Lean refused it. When the result is "closed", hand `script` to check_proof: only that counts.',
      readOnly: true,
      input: z.object({
        ...sessionFields,
        tactic: z
          .string()
          .min(1)
          .describe('For example `induction n with\\n| zero => rfl\\n| succ n ih => simp`'),
        timeout_seconds: z.number().positive().max(600).default(TACTIC_SECONDS),
      }),
    },
    async ({ session: id, state: from, tactic, timeout_seconds }, { signal }) => {
      const timeoutMs = timeout_seconds * 1000
      const { session, number, result } = await sessions.run(id, from, tactic, { timeoutMs, signal })
      if (result.kind === 'open' || result.kind === 'closed') {
        return {
          result: result.kind,
          state: number ?? null,
          goals: textsOf(result.state),
          messages: result.messages.map(({ text }) => text),
          error: null,
          error_line: null,
          error_column: null,
          script: session.dojo.script(result.state),
        }
      }
      const error =
        result.kind === 'rejected'
          ? result.failure.message
          : result.kind === 'crashed'
            ? result.error.message
            : `The tactic did not end within ${timeout_seconds} s.`
      const at = result.kind === 'rejected' ? result.failure.position : null
      return {
        result: result.kind,
        state: null,
        goals: [],
        messages: [],
        error,
        error_line: at?.line ?? null,
        error_column: at?.column ?? null,
        script: null,
      }
    },
  )

  addTool(
    server,
    'search_premises',
    {
      title: 'Search for lemmas',
      description:
        'Theorems of the library, best first, each with its statement. Give a session (and a state) or a statement for ' +
        'what helps with a goal; or a query: a pattern with holes (`List.map _ (List.map _ _)`, `?a + ?b = ?b + ?a`, ' +
        '`n + m = m + n`), a constant, "part of a name", several of these with commas, or words (`reverse append`). ' +
        'Use them in tactics: `rw [name]`, `exact name ..`, `simp [name]`. source says if it is only a fallback.',
      readOnly: true,
      input: z.object({
        statement: goalFields.statement.optional(),
        preamble: goalFields.preamble,
        imports: goalFields.imports,
        session: sessionFields.session.optional(),
        state: sessionFields.state,
        query: z.string().min(1).optional().describe('A pattern with holes, or words'),
        ...pageFields(16),
      }),
    },
    async (given, { signal, progress }) => {
      const { statement, preamble, imports, session: id, state, query, offset, limit: size } = given
      const limit = offset + size
      const found = await (async () => {
        let step = 0
        const onProgress = (message: string) => progress(++step, message)
        if (query !== undefined)
          return searchPremises(lean, inputOf({ statement: query, imports }), { limit, signal, onProgress })
        if (id !== undefined) {
          const { session, state: at } = sessions.find(id, state)
          return premisesFor(lean, session.dojo, at, { limit, signal })
        }
        if (statement === undefined)
          throw new InputError('bad-request', 'Give a statement, a session or a query.')
        return searchPremises(lean, inputOf({ statement, preamble, imports }), { limit, signal, onProgress })
      })()
      const items = found.items.slice(offset, limit)
      return {
        source: found.source,
        items,
        next_offset: items.length === size ? limit : null,
      }
    },
  )

  addTool(
    server,
    'check_proof',
    {
      title: 'Check a proof',
      description:
        'Let the Lean kernel judge a proof of a statement. An accepted proof leaves a receipt (statement hash, axioms, ' +
        'toolchain) in the ledger, readable as orch://receipts/<id>. sorry, new axioms and changed statements are ' +
        'refused. Give a session to check against the goal that it was opened with.',
      readOnly: false,
      input: z.object({
        statement: goalFields.statement.optional(),
        preamble: goalFields.preamble,
        imports: goalFields.imports,
        session: sessionFields.session.optional(),
        proof: z.string().min(1).describe('Tactics, as they stand behind `by`'),
      }),
    },
    async ({ statement, preamble, imports, session: id, proof }, { signal }) => {
      const goal =
        id === undefined
          ? statement === undefined
            ? undefined
            : inputOf({ statement, preamble, imports })
          : sessions.find(id, 0).session.goal
      if (!goal) throw new InputError('bad-request', 'Give a statement or a session.')
      const context = { ledger: await parts.ledger(), lean }
      const checked = await checkProof(context, goal, { script: proof, strategy: 'mcp' }, signal)
      if (checked.kind !== 'accepted')
        return {
          verdict: checked.kind,
          detail: checked.detail,
          error_line: checked.at?.line ?? null,
          error_column: checked.at?.column ?? null,
          goal_hash: null,
          receipt_uri: null,
          receipt: null,
        }
      return {
        verdict: 'accepted' as const,
        detail: null,
        error_line: null,
        error_column: null,
        goal_hash: checked.goal_hash,
        receipt_uri: `orch://receipts/${checked.receipt.id}`,
        receipt: checked.receipt,
      }
    },
  )
}
