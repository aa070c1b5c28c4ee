/** Ask for a helper lemma, claim it, deliver it, use it. Run: node examples/marketplace.ts */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Marketplace, openLedger } from '../src/index.ts'

const home = mkdtempSync(join(tmpdir(), 'orch-example-'))
const ledger = await openLedger({ home })
const marketplace = new Marketplace(ledger)

// 1. Somebody is blocked on a missing lemma.
const ticketId = await marketplace.requestLemma({
  goal: '∀ a b : Nat, a + b + a = 2 * a + b',
  context: ['arithmetic'],
  suggestedName: 'Helper.add_twice',
  constraints: ['no decide'],
  priority: 0.8,
})

// 2. A supplier claims the ticket.
const tickets = await marketplace.getOpenTickets({ limit: 10 })
console.log(
  'open:',
  tickets.map(({ suggestedName, priority }) => [suggestedName, priority]),
)
console.log('claimed:', await marketplace.claimTicket(ticketId, 'copilot'))
console.log('claimed by another:', await marketplace.claimTicket(ticketId, 'reprover'))

// 3. The supplier delivers a proof: tactics, or a whole theorem. The checker decides.
const proof = `
theorem Helper.add_twice (a b : Nat) : a + b + a = 2 * a + b := by
  omega
`
const delivery = await marketplace.completeTicket(ticketId, proof, 'copilot')
console.log('delivered:', delivery.kind)

// 4. Whoever asked gets it.
const ticket = await marketplace.getTicket(ticketId)
console.log(ticket?.status, 'by', ticket?.completedBy)

// Before asking, look: somebody may have proved it under other names.
const [similar] = await marketplace.searchSimilar('∀ x y : Nat, x + y + x = 2 * x + y', { limit: 5 })
if (similar?.ticket.status === 'completed') console.log(similar.ticket.completedProof?.trim().split('\n')[0])

await marketplace[Symbol.asyncDispose]()
await ledger.close()
rmSync(home, { recursive: true, force: true })
