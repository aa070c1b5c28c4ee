import type { TreeNode } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { plural, seconds } from '../format.ts'
import { Empty, Panel, ScrollBox, Show } from '../pieces/pieces.tsx'
import { layoutTree } from './tree-layout.ts'

const LINE = 26
const COLUMN = 190
const BOX = 168

const TONES: Readonly<Record<string, string>> = {
  proved: 'var(--good)',
  completed: 'var(--good)',
  refuted: 'var(--warn)',
  timeout: 'var(--series-2)',
  claimed: 'var(--accent)',
  error: 'var(--bad)',
}

/** The search on a goal: goal, strategies, their attempts, the tickets it waits for. */
export function AttemptTree({ goalKey }: { readonly goalKey: string }) {
  const tree = useResource(questions.proofTree(goalKey), ['attempt', 'ticket'])
  return (
    <Panel title="Attempts and tickets" aside={tree.data && plural(tree.data.nodes.length, 'node')}>
      <Show of={tree}>
        {({ nodes, truncated }) =>
          nodes.length === 0 ? (
            <Empty title="The tree grows with the first attempt." />
          ) : (
            <>
              <Drawing nodes={nodes} />
              {truncated && (
                <p className="muted">Older attempts are left out here; the table above has all.</p>
              )}
            </>
          )
        }
      </Show>
    </Panel>
  )
}

function Drawing({ nodes }: { readonly nodes: readonly TreeNode[] }) {
  const placed = layoutTree(nodes)
  const spots = new Map(placed.map((entry) => [entry.node.id, entry]))
  const width = (Math.max(...placed.map((entry) => entry.depth)) + 1) * COLUMN
  const height = (Math.max(...placed.map((entry) => entry.line)) + 1) * LINE + 4
  return (
    <ScrollBox className="tree" label="Drawing of the search tree">
      <svg width={width} height={height} role="img" aria-label={describe(nodes)}>
        {placed.map(({ node, depth, line }) => {
          const parent = node.parent === null ? undefined : spots.get(node.parent)
          if (!parent) return null
          const fromX = parent.depth * COLUMN + BOX
          const fromY = parent.line * LINE + LINE / 2
          const toX = depth * COLUMN
          const toY = line * LINE + LINE / 2
          const middle = (fromX + toX) / 2
          return (
            <path
              key={node.id}
              className="tree-edge"
              d={`M${fromX} ${fromY}C${middle} ${fromY} ${middle} ${toY} ${toX} ${toY}`}
            />
          )
        })}
        {placed.map(({ node, depth, line }) => (
          <Node key={node.id} node={node} x={depth * COLUMN} y={line * LINE} />
        ))}
      </svg>
    </ScrollBox>
  )
}

function Node({ node, x, y }: { readonly node: TreeNode; readonly x: number; readonly y: number }) {
  const tone = TONES[node.state ?? ''] ?? 'var(--idle)'
  const words = [
    node.label,
    node.kind === 'attempt' && node.time_seconds !== null && seconds(node.time_seconds),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <g>
      <title>{`${node.kind}: ${words}${node.state === null ? '' : `, ${node.state}`}`}</title>
      <rect className="tree-box" x={x + 0.5} y={y + 2.5} width={BOX} height={LINE - 6} rx={4} />
      <circle
        cx={x + 11}
        cy={y + LINE / 2 - 0.5}
        r={4}
        fill={node.kind === 'strategy' ? 'var(--series-3)' : tone}
      />
      <text className="tree-text" x={x + 21} y={y + LINE / 2 + 3.5}>
        {words.length > 22 ? `${words.slice(0, 21)}…` : words}
      </text>
    </g>
  )
}

function describe(nodes: readonly TreeNode[]): string {
  const number = (kind: TreeNode['kind']) => nodes.filter((node) => node.kind === kind).length
  return [
    plural(number('strategy'), 'strategy', 'strategies'),
    plural(number('attempt'), 'attempt'),
    plural(number('ticket'), 'ticket'),
  ].join(', ')
}
