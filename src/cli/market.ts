import { hostname } from 'node:os'
import type { Command } from 'commander'
import { InputError } from '../errors.ts'
import type { Ledger } from '../ledger/index.ts'
import {
  createMarket,
  type Market,
  TICKET_STATUSES,
  type Ticket,
  type TicketStatus,
} from '../market/index.ts'
import {
  cancelTicket,
  claimTicket,
  completeTicket,
  requestTicket,
  thanks,
  ticketJson,
} from '../use-cases/index.ts'
import { type GoalFlags, goalFlags, readText } from './goal-input.ts'
import { listOption, nameListOption } from './list-option.ts'
import { EXIT, note, paint, print, printJson, runAction } from './output.ts'
import { waiting } from './progress.ts'
import { forOthers, leanOption, type OthersFlags, openSession, unsandboxedOption } from './session.ts'
import { settings, withLedger } from './settings.ts'

interface Json {
  readonly json?: boolean
}
interface Named extends Json, OthersFlags {
  readonly as: string
}
interface RequestFlags extends GoalFlags, Json, OthersFlags {
  readonly name?: string
  readonly priority: string
  readonly context?: string[]
  readonly constraint?: string[]
  readonly dependsOn?: string[]
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
    inMarket(flags, async (one) => tell('market show', await find(one, id), flags)),
  )
  goalFlags(add('request <goal>', 'Ask for a lemma.', "request '∀ n : Nat, n ≤ n * n'"))
    .option('--name <name>', 'a name for the lemma')
    .option('--priority <number>', '0 whenever to 1 first', '0.5')
    .addOption(listOption('--context <text>', 'hypothesis or keyword'))
    .addOption(listOption('--constraint <text>', 'what the proof must respect'))
    .addOption(nameListOption('--depends-on <ticket>', 'ticket that must be completed first'))
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .action((goal: string, flags: RequestFlags) =>
      inMarket(flags, (_, ledger) => request(ledger, goal, flags)),
    )
  add('claim <ticket>', 'Work on a ticket; the claim lasts ten minutes.', 'claim 3f2a --as me')
    .option(...as)
    .action((id: string, flags: Named) =>
      inMarket(flags, async (one, ledger) => {
        const { ticketId } = await find(one, id)
        const claimed = await claimTicket(ledger, ticketId, { worker: flags.as })
        if (!claimed) note('The ticket is not to be had: somebody holds it, or it is done.')
        await tell('market claim', await find(one, ticketId), flags)
        return claimed ? EXIT.done : EXIT.unsolved
      }),
    )
  add(
    'complete <ticket> <proof>',
    'Deliver a tactic script or a whole theorem, from a file or - ; the checker decides.',
    'complete 3f2a proof.txt --as me',
  )
    .option(...as)
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .action((id: string, file: string, flags: Named) =>
      inMarket(flags, (one, ledger) => complete(one, ledger, id, readText(file), flags)),
    )
  add('cancel <ticket>', 'Withdraw a ticket.', 'cancel 3f2a').action((id: string, flags: Json) =>
    inMarket(flags, async (one, ledger) => {
      const { ticketId } = await find(one, id)
      const cancelled = await cancelTicket(ledger, ticketId)
      await tell('market cancel', await find(one, ticketId), flags)
      return cancelled ? EXIT.done : EXIT.unsolved
    }),
  )
  add('search <goal>', 'Tickets for similar lemmas.', "search '∀ n : Nat, n ≤ n * n'").action(
    (goal: string, flags: Json) =>
      inMarket(flags, async (one) => {
        const found = await one.searchSimilar(goal)
        if (flags.json) {
          printJson('market search', {
            tickets: found.map(({ ticket, similarity }) => ({ ...ticketJson(ticket), similarity })),
          })
        } else for (const { ticket, similarity } of found) print(`${similarity.toFixed(2)}  ${line(ticket)}`)
        return EXIT.done
      }),
  )
}

function inMarket(
  { json }: Json,
  action: (market: Market, ledger: Ledger) => Promise<number>,
): Promise<void> {
  return runAction(json, () => withLedger(settings(), (ledger) => action(createMarket(ledger), ledger)))
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
  if (json) printJson('market list', { tickets: tickets.map(ticketJson) })
  else if (tickets.length === 0) note('No tickets.')
  else for (const ticket of tickets) print(line(ticket))
  return EXIT.done
}

async function request(ledger: Ledger, goal: string, flags: RequestFlags): Promise<number> {
  const { context, constraint, dependsOn, name } = flags
  const priority = Number(flags.priority)
  if (!(priority >= 0 && priority <= 1))
    throw new InputError('bad_flag', `--priority is '${flags.priority}'; it must be a number from 0 to 1.`)
  await using session = await openSession(forOthers(flags))
  const order = {
    goal,
    context,
    imports: flags.import,
    preamble: flags.preamble ? readText(flags.preamble) : undefined,
    suggestedName: name,
    constraints: constraint,
    priority,
    dependsOn,
  }
  const lean = { open: async () => session }
  const ask = () => requestTicket({ ledger, lean }, order, session.signal)
  return tell('market request', await waiting('Lean is reading the goal', ask, flags), flags)
}

async function complete(
  market: Market,
  ledger: Ledger,
  id: string,
  proof: string,
  flags: Named,
): Promise<number> {
  const { ticketId } = await find(market, id)
  await using session = await openSession(forOthers(flags))
  const lean = { open: async () => session }
  const delivery = { worker: flags.as, proof }
  const deliver = () => completeTicket({ ledger, lean }, ticketId, delivery, session.signal)
  const completion = await waiting('Lean is checking the proof', deliver, flags)
  if (completion.kind === 'completed') {
    const { ticket, unblocked } = completion
    if (flags.json) printJson('market complete', { ...ticketJson(ticket), unblocked })
    else {
      await tell('market show', ticket, flags)
      print(thanks(unblocked))
    }
    return EXIT.done
  }
  const why =
    completion.kind === 'refused'
      ? `The checker refused it: ${completion.reason}`
      : `${flags.as} does not hold this ticket. Claim it first: orch market claim ${id} --as ${flags.as}`
  if (flags.json) printJson('market complete', { ticket_id: ticketId, outcome: completion.kind, detail: why })
  else note(why)
  return EXIT.unsolved
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

async function tell(
  command: 'market show' | 'market request' | 'market claim' | 'market cancel',
  ticket: Ticket,
  { json }: Json,
): Promise<number> {
  if (json) printJson(command, ticketJson(ticket))
  else {
    print(line(ticket))
    if (ticket.completedProof)
      for (const tactic of ticket.completedProof.trimEnd().split('\n')) print(`  ${tactic}`)
    if (ticket.dependsOn.length > 0) print(`depends on ${ticket.dependsOn.join(', ')}`)
    if (ticket.waitingGoals.length > 0) print(`${ticket.waitingGoals.length} goal(s) wait for it`)
  }
  return EXIT.done
}

function line({ ticketId, status, priority, goal, provedType, claimedBy }: Ticket): string {
  const holder = claimedBy ? ` by ${claimedBy}` : ''
  return `${ticketId.slice(0, 8)}  ${status}${holder}  ${priority.toFixed(2)}  ${paint('dim', (provedType ?? goal).replace(/\s+/g, ' '))}`
}
