import { hostname } from 'node:os'
import type { Command } from 'commander'
import { InputError } from '../errors.ts'
import { makeGoal } from '../goal.ts'
import type { LeanChoice } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import {
  createMarket,
  type Market,
  TICKET_STATUSES,
  type Ticket,
  type TicketStatus,
} from '../market/index.ts'
import { createCompletionCheck, goalOfTicket, prepareGoal } from '../search/index.ts'
import { type GoalFlags, goalFlags, readText } from './goal-input.ts'
import { listOption, nameListOption } from './list-option.ts'
import { EXIT, note, paint, print, printJson, run } from './output.ts'
import { leanOption, openSession } from './session.ts'
import { settings, withLedger } from './settings.ts'

interface Json {
  readonly json?: boolean
}
interface Named extends Json {
  readonly as: string
  readonly lean: LeanChoice
}
interface RequestFlags extends GoalFlags, Json {
  readonly name?: string
  readonly priority: string
  readonly context?: string[]
  readonly constraint?: string[]
  readonly dependsOn?: string[]
  readonly lean: LeanChoice
}

export function addMarket(program: Command): void {
  const market = program
    .command('market')
    .description('Helper lemmas wanted, claimed and delivered.')
    .addHelpText('after', "\nExample:\n  $ orch market request '∀ n : Nat, n ≤ n * n' --name le_square")

  const add = (usage: string, summary: string, example: string) =>
    market
      .command(usage)
      .description(summary)
      .option('--json', 'print one JSON object')
      .addHelpText(
        'after',
        `\nExample:\n  $ orch market ${example}\n\nExit code: 0 done, 1 refused, 2 could not run.`,
      )
  const as = ['--as <worker>', 'who you are', hostname()] as const

  add('list', 'Tickets, newest first.', 'list --status open')
    .option('--status <status>', TICKET_STATUSES.join(', '))
    .action((flags: Json & { status?: string }) => inMarket(flags, (one) => list(one, flags)))
  add('show <ticket>', 'One ticket.', 'show 3f2a').action((id: string, flags: Json) =>
    inMarket(flags, async (one) => tell(await find(one, id), flags)),
  )
  goalFlags(add('request <goal>', 'Ask for a lemma.', "request '∀ n : Nat, n ≤ n * n'"))
    .option('--name <name>', 'a name for the lemma')
    .option('--priority <number>', '0 whenever to 1 first', '0.5')
    .addOption(listOption('--context <text>', 'hypothesis or keyword'))
    .addOption(listOption('--constraint <text>', 'what the proof must respect'))
    .addOption(nameListOption('--depends-on <ticket>', 'ticket that must be completed first'))
    .addOption(leanOption())
    .action((goal: string, flags: RequestFlags) =>
      inMarket(flags, (one, ledger) => requestLemma(one, ledger, goal, flags)),
    )
  add('claim <ticket>', 'Work on a ticket; the claim lasts ten minutes.', 'claim 3f2a --as me')
    .option(...as)
    .action((id: string, flags: Named) =>
      inMarket(flags, async (one) => {
        const { ticketId } = await find(one, id)
        const claimed = await one.claimTicket(ticketId, flags.as)
        if (!claimed) note('The ticket is not to be had: somebody holds it, or it is done.')
        await tell(await find(one, ticketId), flags)
        return claimed ? EXIT.done : EXIT.unsolved
      }),
    )
  add(
    'complete <ticket> <proof>',
    'Deliver a tactic script, from a file or - ; the checker decides.',
    'complete 3f2a proof.txt --as me',
  )
    .option(...as)
    .addOption(leanOption())
    .action((id: string, file: string, flags: Named) =>
      inMarket(flags, (one, ledger) => complete(one, ledger, id, readText(file), flags)),
    )
  add('cancel <ticket>', 'Withdraw a ticket.', 'cancel 3f2a').action((id: string, flags: Json) =>
    inMarket(flags, async (one) => {
      const { ticketId } = await find(one, id)
      const cancelled = await one.cancelTicket(ticketId)
      await tell(await find(one, ticketId), flags)
      return cancelled ? EXIT.done : EXIT.unsolved
    }),
  )
  add('search <goal>', 'Tickets for similar lemmas.', "search '∀ n : Nat, n ≤ n * n'").action(
    (goal: string, flags: Json) =>
      inMarket(flags, async (one) => {
        const found = await one.searchSimilar(goal)
        if (flags.json) {
          printJson({ tickets: found.map(({ ticket, similarity }) => ({ ...asJson(ticket), similarity })) })
        } else for (const { ticket, similarity } of found) print(`${similarity.toFixed(2)}  ${line(ticket)}`)
        return EXIT.done
      }),
  )
}

function inMarket(
  { json }: Json,
  action: (market: Market, ledger: Ledger) => Promise<number>,
): Promise<void> {
  return run(json, () => withLedger(settings(), (ledger) => action(createMarket(ledger), ledger)))
}

async function list(market: Market, { status, json }: Json & { status?: string }): Promise<number> {
  const wanted = TICKET_STATUSES.find((one) => one === status)
  if (status !== undefined && !wanted) {
    throw new InputError(
      'bad_flag',
      `--status is '${status}'; it must be one of ${TICKET_STATUSES.join(', ')}.`,
    )
  }
  const tickets = await market.listTickets({ limit: 1000, ...(wanted && { status: wanted as TicketStatus }) })
  if (json) printJson({ tickets: tickets.map(asJson) })
  else if (tickets.length === 0) note('No tickets.')
  else for (const ticket of tickets) print(line(ticket))
  return EXIT.done
}

/** The lemma's goal goes into the ledger with its definitions: whoever works on the ticket needs them. */
async function requestLemma(
  market: Market,
  ledger: Ledger,
  text: string,
  flags: RequestFlags,
): Promise<number> {
  await using session = await openSession(flags.lean)
  const goal = makeGoal({
    id: flags.name ?? 'lemma',
    text,
    context: flags.context ?? [],
    imports: flags.import ?? [],
    preamble: flags.preamble ? readText(flags.preamble) : '',
    priority: Number(flags.priority),
  })
  const prepared = await prepareGoal(session, goal, session.signal)
  if (prepared.kind === 'ill-typed') {
    throw new InputError('lean_statement', `Lean does not accept the lemma: ${prepared.why}`)
  }
  const { key } = prepared.problem
  const ticketId = await market.requestLemma({
    goal: text,
    goalKey: key,
    context: goal.context,
    constraints: flags.constraint ?? [],
    priority: goal.priority,
    dependsOn: flags.dependsOn ?? [],
    ...(flags.name !== undefined && { suggestedName: flags.name }),
  })
  await ledger.saveGoals([{ ...goal, key }])
  return tell(await find(market, ticketId), flags)
}

async function complete(
  market: Market,
  ledger: Ledger,
  id: string,
  script: string,
  flags: Named,
): Promise<number> {
  const { ticketId } = await find(market, id)
  await using session = await openSession(flags.lean)
  const { checker, signal } = session
  const problemOf = async (ticket: Ticket) => {
    const goal = (await ledger.goal(ticket.goalKey)) ?? goalOfTicket(ticket)
    const prepared = await prepareGoal(session, goal, signal)
    if (prepared.kind === 'ill-typed') throw new InputError('lean_statement', prepared.why)
    return prepared.problem
  }
  const startedAt = Date.now()
  const check = createCompletionCheck(checker, ledger, problemOf)
  const completion = await market.completeTicket(ticketId, script, flags.as, check)
  if (completion.kind === 'not-claimed') {
    note(`${flags.as} does not hold this ticket. Claim it first: orch market claim ${id} --as ${flags.as}`)
    return EXIT.unsolved
  }
  if (completion.kind === 'refused') {
    note(`The checker refused it: ${completion.reason}`)
    return EXIT.unsolved
  }
  const { ticket } = completion
  const problem = await problemOf(ticket)
  const timeSeconds = (Date.now() - startedAt) / 1000
  await ledger.saveGoals([{ ...problem.goal, key: problem.key }])
  await ledger.record({
    goalKey: problem.key,
    goalText: problem.text,
    strategy: 'market',
    strategyVersion: '1',
    outcome: 'proved',
    tactics: script.trimEnd().split('\n'),
    timeSeconds,
    cpuSeconds: timeSeconds,
    budget: { seconds: 60 },
    startedAt,
    receipt: ticket.receipt,
    worker: flags.as,
  })
  return tell(ticket, flags)
}

async function find(market: Market, id: string): Promise<Ticket> {
  const exact = await market.getTicket(id)
  if (exact) return exact
  const alike = (await market.listTickets({ limit: 10_000 })).filter(({ ticketId }) =>
    ticketId.startsWith(id),
  )
  const [only] = alike
  if (only && alike.length === 1) return only
  throw new InputError(
    'unknown-ticket',
    `There is ${alike.length > 1 ? 'more than one' : 'no'} ticket ${id}.`,
    {
      hint: 'orch market list shows them.',
    },
  )
}

async function tell(ticket: Ticket, { json }: Json): Promise<number> {
  if (json) printJson(asJson(ticket))
  else {
    print(line(ticket))
    if (ticket.completedProof)
      for (const tactic of ticket.completedProof.trimEnd().split('\n')) print(`  ${tactic}`)
    if (ticket.dependsOn.length > 0) print(`depends on ${ticket.dependsOn.join(', ')}`)
    if (ticket.waitingGoals.length > 0) print(`${ticket.waitingGoals.length} goal(s) wait for it`)
  }
  return EXIT.done
}

function line({ ticketId, status, priority, goal, claimedBy }: Ticket): string {
  const holder = claimedBy ? ` by ${claimedBy}` : ''
  return `${ticketId.slice(0, 8)}  ${status}${holder}  ${priority.toFixed(2)}  ${paint('dim', goal.replace(/\s+/g, ' '))}`
}

function asJson(ticket: Ticket): Record<string, unknown> {
  return {
    ticket_id: ticket.ticketId,
    goal_hash: ticket.goalKey,
    goal: ticket.goal,
    context: ticket.context,
    suggested_name: ticket.suggestedName ?? null,
    constraints: ticket.constraints,
    priority: ticket.priority,
    status: ticket.status,
    claimed_by: ticket.claimedBy ?? null,
    completed_by: ticket.completedBy ?? null,
    completed_proof: ticket.completedProof ?? null,
    receipt: ticket.receipt ?? null,
    created_at: ticket.createdAt,
    depends_on: ticket.dependsOn,
    waiting_goals: ticket.waitingGoals,
  }
}
