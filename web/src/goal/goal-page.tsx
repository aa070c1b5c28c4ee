import type { GoalDetail } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { dateAndTime, percent, plural, seconds } from '../format.ts'
import { LeanCode } from '../lean/lean-code.tsx'
import { Badge, CopyButton, Empty, FactList, PageHead, Panel, Show } from '../pieces/pieces.tsx'
import { textOfGoal } from '../playground/goal-text.ts'
import { Link } from '../router.tsx'
import { AttemptTree } from './attempt-tree.tsx'
import { LongLean } from './long-lean.tsx'
import { Premises } from './premises.tsx'
import { ProofSteps } from './proof-steps.tsx'
import { ProveNow } from './prove-now.tsx'
import { ReceiptPanel } from './receipt.tsx'
import { StateTrees } from './state-tree.tsx'
import { Timeline } from './timeline.tsx'

export function GoalPage({ params }: { readonly params: readonly string[] }) {
  const key = params[0] ?? ''
  const goal = useResource(questions.goal(key), ['attempt', 'ticket'])
  const attempts = useResource(questions.attemptsOn(key), ['attempt'])
  if (goal.problem?.status === 404 && !goal.data) return <NoGoal goalKey={key} />
  return (
    <Show of={goal}>
      {(data) => (
        <>
          <PageHead title={data.id}>
            <Badge state={data.status} />
            <Link href="/goals">all goals</Link>
          </PageHead>
          <div className="goal-columns">
            <div className="stack">
              <Statement goal={data} />
              <ProveNow goal={data} />
              <Proof goal={data} />
              <Panel
                title="Attempts"
                aside={
                  attempts.data && `${plural(data.attempts, 'attempt')}, ${seconds(data.cpu_seconds)} of CPU`
                }
              >
                <Show of={attempts}>{(page) => <Timeline attempts={page.items} />}</Show>
              </Panel>
              <StateTrees goalKey={key} />
              <AttemptTree goalKey={key} />
            </div>
            <div className="stack">
              <About goal={data} />
              {data.receipt !== null && <ReceiptPanel id={data.receipt} />}
              <Tickets goal={data} />
              <Similar goal={data} />
              <Premises statement={data.goal} />
            </div>
          </div>
        </>
      )}
    </Show>
  )
}

function NoGoal({ goalKey }: { readonly goalKey: string }) {
  return (
    <>
      <PageHead title="No such goal" />
      <Empty title="This ledger has no goal of that key.">
        <p>
          <code className="hash">{goalKey}</code>
        </p>
        <p>
          It may be in the ledger of another folder: <code>orch dashboard</code> shows the one it was started
          with. Go to <Link href="/goals">all goals</Link> or back to{' '}
          <Link href="/">what is going on now</Link>.
        </p>
      </Empty>
    </>
  )
}

function Statement({ goal }: { readonly goal: GoalDetail }) {
  return (
    <Panel
      title="Statement"
      aside={
        <>
          <Link href={`/playground?text=${encodeURIComponent(textOfGoal(goal))}`}>
            open in the playground
          </Link>
          <CopyButton text={goal.goal} what="the statement" />
        </>
      }
    >
      {goal.imports.length > 0 && <LeanCode text={goal.imports.map((name) => `import ${name}`).join('\n')} />}
      {goal.preamble !== '' && <LongLean text={goal.preamble} what="the preamble" />}
      {goal.context.length > 0 && (
        <div className="context">
          <h3>Context</h3>
          <LeanCode text={goal.context.join('\n')} />
        </div>
      )}
      <div className="statement">
        <LongLean text={goal.goal} what="the statement" />
      </div>
      {goal.proved_type !== null && (
        <div className="context">
          <h3>What was proved, in the library’s notation</h3>
          <LongLean text={goal.proved_type} what="it" />
        </div>
      )}
    </Panel>
  )
}

function Proof({ goal }: { readonly goal: GoalDetail }) {
  if (goal.counterexample !== null) {
    return (
      <Panel
        title="Counterexample"
        aside={<CopyButton text={goal.counterexample} what="the counterexample" />}
      >
        <p className="muted">The statement is false; the checker accepted a proof of its negation.</p>
        <LeanCode text={goal.counterexample} />
      </Panel>
    )
  }
  if (goal.status === 'claimed') {
    return (
      <Panel title="Proof">
        <Empty title="Claimed, not proved.">
          <p>
            The ledger holds no receipt about this statement. Prove it again: <code>orch prove</code>
          </p>
        </Empty>
      </Panel>
    )
  }
  if (goal.script === null) {
    return (
      <Panel title="Proof">
        <Empty title="Not proved yet.">
          <p>
            <em>Prove now</em>, or let <code>orch bg</code> go on.
          </p>
        </Empty>
      </Panel>
    )
  }
  return (
    <Panel title="Proof" aside={<CopyButton text={goal.script} what="the proof script" />}>
      <LeanCode text={goal.script} />
      <ProofSteps goalKey={goal.goal_hash} />
    </Panel>
  )
}

function About({ goal }: { readonly goal: GoalDetail }) {
  return (
    <Panel title="About">
      <FactList
        rows={[
          [goal.status === 'claimed' ? 'Claimed by' : 'Settled by', goal.solved_by ?? '—'],
          ['Settled', goal.solved_at === null ? '—' : dateAndTime(goal.solved_at)],
          ['Known since', dateAndTime(goal.created_at)],
          ['Difficulty', goal.difficulty.toFixed(2)],
          ['Priority', goal.priority.toFixed(2)],
          [
            'Key',
            <span key="key" className="with-button">
              <code className="hash">{goal.goal_hash}</code>{' '}
              <CopyButton text={goal.goal_hash} what="the key" />
            </span>,
          ],
        ]}
      />
    </Panel>
  )
}

function Tickets({ goal }: { readonly goal: GoalDetail }) {
  if (goal.tickets.length === 0) return null
  return (
    <Panel title="Tickets" aside={<Link href="/market">market</Link>}>
      <ul className="plain-list">
        {goal.tickets.map((ticket) => (
          <li key={ticket.ticket_id}>
            <Badge state={ticket.status} />{' '}
            <Link href={`/market?ticket=${encodeURIComponent(ticket.ticket_id)}`}>
              {ticket.suggested_name ?? ticket.ticket_id}
            </Link>
            <LeanCode text={ticket.goal} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** A goal that shares less has nothing to tell about this one. */
const LEAST_SIMILAR = 0.1

function Similar({ goal }: { readonly goal: GoalDetail }) {
  const similar = goal.similar.filter(({ similarity }) => similarity >= LEAST_SIMILAR)
  if (similar.length === 0) return null
  return (
    <Panel title="Similar goals">
      <ul className="plain-list">
        {similar.map((other) => (
          <li key={other.goal_hash} className="similar">
            <Badge state={other.status} />
            <Link href={`/goals/${other.goal_hash}`}>{other.id}</Link>
            <span className="muted number">{percent(other.similarity)}</span>
            <span className="similar-goal">
              <LeanCode inline text={other.goal} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
