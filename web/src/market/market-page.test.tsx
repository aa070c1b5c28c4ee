import { describe, expect, it } from 'vitest'
import { HOSTILE, HOSTILE_SHOWN, ticketAnswer } from '../test-answers.ts'
import { showPage } from '../test-page.tsx'

const page = async () => (await import('./market-page.tsx')).MarketPage
const shown = (items: readonly unknown[], at = '/market') =>
  showPage(page, {}, { at, answers: { '/api/tickets': { items, next: null } } })

/** The cards of one column, as text. */
function column(text: string, status: string, next: string): string {
  return text.slice(text.indexOf(`${status} `), text.indexOf(next))
}

describe('the market', () => {
  it('says who asks for lemmas while nobody has', async () => {
    const { text } = await shown([])
    expect(text).toContain('Nobody has asked for a lemma yet.')
    expect(text).toContain('orch market request')
  })

  it('has a column for each state, the most wanted first', async () => {
    const { text, html } = await shown([
      ticketAnswer({ ticket_id: 'low', suggested_name: 'low', priority: 0.1 }),
      ticketAnswer({ ticket_id: 'high', suggested_name: 'high', priority: 0.9 }),
      ticketAnswer({
        ticket_id: 'done',
        status: 'completed',
        completed_by: 'micro',
        completed_proof: 'by omega',
      }),
    ])
    for (const status of ['open', 'claimed', 'completed', 'cancelled'])
      expect(html).toContain(`aria-label="${status} tickets"`)
    const open = column(text, 'open', 'claimed 0')
    expect(open.indexOf('high')).toBeLessThan(open.indexOf('low'))
    expect(open).toContain('priority 0.90')
    expect(text).toContain('claimed 0 none')
    expect(text).toContain('completed by micro')
    expect(text).toContain('Proof by omega')
  })

  it('marks the ticket that the address names', async () => {
    const { html } = await shown([ticketAnswer(), ticketAnswer({ ticket_id: 't2' })], '/market?ticket=t2')
    expect(html).toContain('id="ticket-t2" class="card chosen"')
    expect(html.match(/card chosen/g)).toHaveLength(1)
  })

  it('names three of the goals that wait and counts the rest', async () => {
    const waiting_goals = ['aaaaaaaaXX', 'bbbbbbbbXX', 'ccccccccXX', 'ddddddddXX', 'eeeeeeeeXX']
    const { text, html } = await shown([ticketAnswer({ waiting_goals })])
    expect(text).toContain('waited for by aaaaaaaa bbbbbbbb cccccccc and 2 more')
    expect(html).toContain('href="/goals/aaaaaaaaXX"')
  })

  it('offers what can be done with a ticket, and no more', async () => {
    const buttons = async (part: Parameters<typeof ticketAnswer>[0]) => {
      const { html } = await shown([ticketAnswer(part)])
      const cards = html.slice(html.indexOf('class="card"'))
      return ['Claim<', 'Cancel<', 'Deliver the proof'].filter((words) => cards.includes(words))
    }
    expect(await buttons({})).toEqual(['Claim<', 'Cancel<'])
    expect(await buttons({ status: 'claimed', claimed_by: 'dashboard' })).toEqual([
      'Cancel<',
      'Deliver the proof',
    ])
    expect(await buttons({ status: 'claimed', claimed_by: 'somebody' })).toEqual(['Cancel<'])
    expect(await buttons({ status: 'completed' })).toEqual([])
    expect(await buttons({ status: 'cancelled' })).toEqual([])
  })

  it('shows what was proved rather than what was asked', async () => {
    const { text } = await shown([
      ticketAnswer({ status: 'completed', proved_type: '∀ n, n ≤ n * n', goal: 'x' }),
    ])
    expect(text).toContain('∀ n, n ≤ n * n')
  })

  it('draws who needs whom, and says so in words', async () => {
    const { html, text } = await shown([
      ticketAnswer({ ticket_id: 'a', suggested_name: 'base' }),
      ticketAnswer({ ticket_id: 'b', suggested_name: 'top', depends_on: ['a'] }),
      ticketAnswer({ ticket_id: 'c', suggested_name: 'alone' }),
    ])
    expect(html).toContain('aria-label="2 tickets: top needs base"')
    expect(html).toContain('<title>base: open</title>')
    expect(html).not.toContain('<title>alone: open</title>')
    expect(text).not.toContain('No ticket depends on another.')
  })

  it('does not hang on tickets that need each other', async () => {
    const { html } = await shown([
      ticketAnswer({ ticket_id: 'a', suggested_name: 'a', depends_on: ['b'] }),
      ticketAnswer({ ticket_id: 'b', suggested_name: 'b', depends_on: ['a'] }),
    ])
    expect(html).toContain('<title>a: open</title>')
    expect(html).toContain('<title>b: open</title>')
  })

  it('shows the hidden letters of a name that somebody suggested', async () => {
    const { html } = await shown([
      ticketAnswer({ suggested_name: HOSTILE, claimed_by: '<i>me</i>', status: 'claimed' }),
    ])
    expect(html).toContain(HOSTILE_SHOWN)
    expect(html).toContain('&lt;i&gt;me&lt;/i&gt;')
  })
})
