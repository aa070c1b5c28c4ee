import { memo, useEffect, useState } from 'react'
import type { GoalAnswer } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { ago, count, dateAndTime, plural, seconds } from '../format.ts'
import { LeanCode } from '../lean/lean-code.tsx'
import { Badge, Empty, PageHead, ProblemNote } from '../pieces/pieces.tsx'
import { VirtualRows } from '../pieces/virtual-rows.tsx'
import { Link, navigate, useParam } from '../router.tsx'
import { readFilter, useGoalRows } from './goal-rows.ts'
import { SubmitGoal } from './submit-goal.tsx'

type Sort = 'created' | 'id' | 'difficulty' | 'priority' | 'solved'

const WIDE = '5.6rem minmax(90px, 1fr) minmax(200px, 3fr) 5.4rem 5.6rem 5rem 5rem 6.6rem'
const NARROW = '76px minmax(0, 1fr)'

export function GoalsPage() {
  const [status, setStatus] = useParam('status')
  const [query, setQuery] = useParam('q')
  const [strategy, setStrategy] = useParam('strategy')
  const [sort, setSort] = useParam('sort')
  const [order, setOrder] = useParam('order')
  const narrow = useNarrow()
  const filter = readFilter({ status, q: query, strategy, sort, order })
  const rows = useGoalRows(filter)
  const stats = useResource(questions.stats, ['run-ended'])
  const filtered = status !== '' || query !== '' || strategy !== ''
  const open = (index: number) => {
    const goal = rows.row(index)
    if (goal) navigate(`/goals/${goal.goal_hash}`)
  }
  const sortBy = (key: Sort) => {
    // A first click on a column sorts it downwards, a second one upwards.
    if (sort === key) setOrder(order === 'asc' ? 'desc' : 'asc')
    else {
      setSort(key)
      setOrder(key === 'id' ? 'asc' : 'desc')
    }
  }

  return (
    <>
      <PageHead title="Goals">
        <SearchBox value={query} onChange={setQuery} />
        <label className="field">
          Status
          <select value={status} onChange={(event) => setStatus(event.target.value)}>
            <option value="">all</option>
            <option value="open">open</option>
            <option value="proved">proved</option>
            <option value="claimed">claimed</option>
            <option value="refuted">refuted</option>
          </select>
        </label>
        <label className="field">
          Settled by
          <select value={strategy} onChange={(event) => setStrategy(event.target.value)}>
            <option value="">any strategy</option>
            {[...new Set([...(stats.data?.strategies.map((entry) => entry.strategy) ?? []), strategy])]
              .filter((name) => name !== '')
              .map((name) => (
                <option key={name}>{name}</option>
              ))}
          </select>
        </label>
        <SubmitGoal />
      </PageHead>
      <p className="muted table-count" role="status">
        {rows.loading ? 'Loading …' : `${plural(rows.total, 'goal')}${filtered ? ' found' : ''}`}
      </p>
      {rows.problem && <ProblemNote problem={rows.problem} />}
      {!rows.loading && rows.total === 0 ? (
        <Empty title={filtered ? 'No goal fits these filters.' : 'There are no goals yet.'}>
          {filtered ? (
            <Link href="/goals">Show all goals</Link>
          ) : (
            <p>
              Run <code>orch bank</code>, or submit one with the button above.
            </p>
          )}
        </Empty>
      ) : (
        <VirtualRows
          key={JSON.stringify(filter)}
          total={rows.total}
          rowHeight={narrow ? 56 : 34}
          label="Goals. Arrow keys move, Enter opens."
          columns={narrow ? NARROW : WIDE}
          head={narrow ? <NarrowHead /> : <Head sort={sort} order={order} onSort={sortBy} />}
          onVisible={rows.show}
          onOpen={open}
          row={(index) => <Row goal={rows.row(index)} narrow={narrow} />}
        />
      )}
    </>
  )
}

/** The address changes a moment after the last key, so that typing stays quick. */
function SearchBox({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const [text, setText] = useState(value)
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text.trim()), 250)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  useEffect(() => setText((now) => (now.trim() === value ? now : value)), [value])
  return (
    <input
      type="search"
      aria-label="Search goals"
      placeholder="Search goals  ( / )"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

const COLUMNS: readonly { readonly name: string; readonly sort?: Sort; readonly number?: boolean }[] = [
  { name: 'Status' },
  { name: 'Name', sort: 'id' },
  { name: 'Statement' },
  { name: 'Difficulty', sort: 'difficulty', number: true },
  { name: 'Settled by' },
  { name: 'Attempts', number: true },
  { name: 'CPU', number: true },
  { name: 'Settled', sort: 'solved', number: true },
]

function Head(props: {
  readonly sort: string
  readonly order: string
  readonly onSort: (sort: Sort) => void
}) {
  return COLUMNS.map(({ name, sort, number }) => {
    const active = sort !== undefined && props.sort === sort
    const direction = props.order === 'asc' ? 'ascending' : 'descending'
    return (
      <span
        key={name}
        role="columnheader"
        className={number ? 'number' : undefined}
        aria-sort={active ? direction : undefined}
      >
        {sort ? (
          <button type="button" className="sort" onClick={() => props.onSort(sort)}>
            {name}
            {active ? (props.order === 'asc' ? ' ↑' : ' ↓') : ''}
          </button>
        ) : (
          name
        )}
      </span>
    )
  })
}

function NarrowHead() {
  return ['Status', 'Goal'].map((name) => (
    <span key={name} role="columnheader">
      {name}
    </span>
  ))
}

/** Drawn once per goal, not once per frame of a scroll. */
const Row = memo(function Row(props: { readonly goal: GoalAnswer | undefined; readonly narrow: boolean }) {
  const { goal, narrow } = props
  if (!goal) {
    return (
      <span role="gridcell" className="muted" tabIndex={-1}>
        …
      </span>
    )
  }
  const name = (
    <Link href={`/goals/${goal.goal_hash}`} tabIndex={-1}>
      {goal.id}
    </Link>
  )
  if (narrow) {
    return cells([
      <Badge key="status" state={goal.status} />,
      <NarrowGoal key="goal" goal={goal} name={name} />,
    ])
  }
  return cells([
    <Badge key="status" state={goal.status} />,
    name,
    <LeanCode key="goal" inline text={goal.proved_type ?? goal.goal} />,
    goal.difficulty.toFixed(2),
    goal.solved_by ?? '',
    count(goal.attempts),
    goal.cpu_seconds > 0 ? seconds(goal.cpu_seconds) : '',
    goal.solved_at === null ? (
      ''
    ) : (
      <span key="solved" title={dateAndTime(goal.solved_at)}>
        {ago(goal.solved_at)}
      </span>
    ),
  ])
})

function NarrowGoal({ goal, name }: { readonly goal: GoalAnswer; readonly name: React.ReactNode }) {
  return (
    <span className="narrow-goal">
      <span>
        {name} <span className="muted">{goal.solved_by ?? ''}</span>
      </span>
      <LeanCode inline text={goal.proved_type ?? goal.goal} />
    </span>
  )
}

function cells(contents: readonly React.ReactNode[]) {
  return contents.map((content, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
      key={index}
      role="gridcell"
      tabIndex={-1}
      className={COLUMNS[index]?.number && contents.length > 2 ? 'number' : undefined}
    >
      {content}
    </span>
  ))
}

function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia('(max-width: 860px)').matches)
  useEffect(() => {
    const media = matchMedia('(max-width: 860px)')
    const changed = () => setNarrow(media.matches)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }, [])
  return narrow
}
