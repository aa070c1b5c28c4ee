import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import type { SearchNodeAnswer, SearchTreeAnswer } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { plural, seconds } from '../format.ts'
import { GoalView } from '../lean/goal-view.tsx'
import { LeanCode } from '../lean/lean-code.tsx'
import { keyed } from '../pieces/keyed.ts'
import { Badge, Empty, Panel, Show } from '../pieces/pieces.tsx'
import { type OutlineRow, openAtFirst, outline } from './state-outline.ts'

/** The states that searches on a goal went through: an outline for each strategy, folded, with the state beside it. */
export function StateTrees({ goalKey }: { readonly goalKey: string }) {
  const trees = useResource(questions.searchTrees(goalKey), ['attempt', 'search'])
  const [chosen, setChosen] = useState('')
  return (
    <Panel title="States of the search">
      <Show of={trees}>
        {({ items }) => {
          const tree = items.find(({ strategy }) => strategy === chosen) ?? best(items)
          if (!tree)
            return (
              <Empty title="No search has left its states here.">
                <p>They are kept for every attempt that this machine makes from now on.</p>
              </Empty>
            )
          return (
            <>
              <fieldset className="state-tabs" aria-label="Strategy">
                {items.map(({ strategy, nodes, live }) => (
                  <button
                    key={strategy}
                    type="button"
                    className="button small"
                    aria-pressed={strategy === tree.strategy}
                    onClick={() => setChosen(strategy)}
                  >
                    {strategy} <span className="muted number">{nodes.length}</span>
                    {live && <Badge state="running" />}
                  </button>
                ))}
              </fieldset>
              <Tree key={tree.strategy} tree={tree} />
            </>
          )
        }}
      </Show>
    </Panel>
  )
}

/** The one that found a proof, or else the largest. */
function best(items: readonly SearchTreeAnswer[]): SearchTreeAnswer | undefined {
  const proof = items.find(({ nodes }) =>
    nodes.some(({ goals, tactic }) => goals.length === 0 && tactic !== null),
  )
  return proof ?? items.toSorted((one, other) => other.nodes.length - one.nodes.length)[0]
}

function Tree({ tree: { nodes, left_out } }: { readonly tree: SearchTreeAnswer }) {
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [root, setRoot] = useState<number>()
  const [selected, setSelected] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const open = useMemo(() => {
    const set = new Set(openAtFirst(nodes))
    for (const [id, isOpen] of changed) isOpen ? set.add(id) : set.delete(id)
    if (root !== undefined && !changed.has(root)) set.add(root)
    return set
  }, [nodes, changed, root])
  const { rows } = useMemo(() => outline(nodes, open, root), [nodes, open, root])
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === selected),
  )
  const current = rows[at]?.node
  const fold = (id: number, isOpen: boolean) => setChanged(new Map(changed).set(id, isOpen))
  const choose = (row: OutlineRow | undefined) => {
    if (!row) return
    setSelected(row.node.id)
    list.current?.querySelector<HTMLElement>(`[data-node="${row.node.id}"]`)?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row) return
    const { node, isOpen, children } = row
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => choose(rows[at + 1]),
      ArrowUp: () => choose(rows[at - 1]),
      Home: () => choose(rows[0]),
      End: () => choose(rows.at(-1)),
      ArrowRight: () => (isOpen || children === 0 ? choose(rows[at + 1]) : fold(node.id, true)),
      ArrowLeft: () =>
        isOpen && children > 0
          ? fold(node.id, false)
          : choose(rows.find((one) => one.node.id === node.parent)),
      Enter: () => setRoot(node.id),
      Escape: () => setRoot(undefined),
    }
    const action = actions[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }
  const click = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const id = Number(event.target.closest<HTMLElement>('[data-node]')?.dataset.node)
    const row = rows.find(({ node }) => node.id === id)
    choose(row)
    if (row && (event.detail > 1 || event.target.closest('[data-fold]'))) fold(id, !row.isOpen)
  }
  return (
    <>
      <div className="state-tools">
        <button
          type="button"
          className="button small"
          onClick={() => setChanged(new Map(nodes.map(({ id }) => [id, true])))}
        >
          Unfold all
        </button>
        <button
          type="button"
          className="button small"
          onClick={() => setChanged(new Map(nodes.map(({ id }) => [id, false])))}
        >
          Fold all
        </button>
        {root === undefined ? (
          <button
            type="button"
            className="button small"
            disabled={!current}
            onClick={() => setRoot(current?.id)}
          >
            Zoom in
          </button>
        ) : (
          <button type="button" className="button small" onClick={() => setRoot(undefined)}>
            Whole tree
          </button>
        )}
        <span className="muted">
          {plural(nodes.length, 'state')}
          {left_out > 0 && `, ${left_out} more not kept`}
        </span>
      </div>
      <div className="state-columns">
        <div
          className="state-tree"
          role="tree"
          aria-label="States of the search"
          ref={list}
          onClick={click}
          onKeyDown={press}
        >
          {rows.map((row, index) => (
            <Row key={row.node.id} row={row} isSelected={index === at} />
          ))}
        </div>
        {current && <Detail node={current} parent={nodes.find(({ id }) => id === current.parent)} />}
      </div>
    </>
  )
}

interface RowProps {
  readonly row: OutlineRow
  readonly isSelected: boolean
}

function Row({ row: { node, level, children, below, isOpen, isOnProof }, isSelected }: RowProps) {
  const depth = Math.min(level, 12)
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={isSelected}
      aria-expanded={children > 0 ? isOpen : undefined}
      tabIndex={isSelected ? 0 : -1}
      data-node={node.id}
      className={`state-row depth-${depth} ${isOnProof ? 'on-proof' : ''}`}
    >
      <span className="state-fold" aria-hidden="true" data-fold>
        {children === 0 ? '·' : isOpen ? '▾' : '▸'}
      </span>
      <span className="state-what">
        {node.tactic === null ? (
          <span className="muted">start</span>
        ) : (
          <LeanCode inline text={firstLine(node.tactic)} />
        )}
      </span>
      <span className="state-facts muted number">
        {node.goals.length === 0 ? <b className="step-done">closed</b> : plural(node.goals.length, 'goal')}
        {node.price !== null && <span title="price in its table">{node.price.toFixed(1)}</span>}
        <span>{seconds(node.cpu_seconds)}</span>
        {node.failures > 0 && <span>{node.failures} ✗</span>}
        {children > 0 && !isOpen && <span>+{below}</span>}
      </span>
    </div>
  )
}

function Detail({
  node,
  parent,
}: {
  readonly node: SearchNodeAnswer
  readonly parent: SearchNodeAnswer | undefined
}) {
  return (
    <section className="state-detail" aria-label="The chosen state">
      {node.tactic !== null && <LeanCode text={node.tactic} />}
      {node.goals.length === 0 && <p className="step-done">No goals left.</p>}
      {keyed(node.goals).map(([key, goal]) => (
        <GoalView key={key} text={goal} before={parent?.goals.includes(goal) ? goal : parent?.goals[0]} />
      ))}
      {node.failures > 0 && (
        <details>
          <summary>{plural(node.failures, 'tactic')} led nowhere</summary>
          <ul className="plain-list">
            {keyed(node.failed, (one) => one.tactic).map(([key, { tactic, outcome, cpu_seconds }]) => (
              <li key={key}>
                <LeanCode inline text={tactic} />{' '}
                <span className="muted">
                  {outcome}, {seconds(cpu_seconds)}
                </span>
              </li>
            ))}
            {node.failures > node.failed.length && (
              <li className="muted">and {node.failures - node.failed.length} more</li>
            )}
          </ul>
        </details>
      )}
    </section>
  )
}

function firstLine(tactic: string): string {
  const [first = '', ...rest] = tactic.split('\n')
  return rest.length > 0 ? `${first} …` : first
}
