import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { dateAndTime, seconds } from '../format.ts'
import { LeanCode } from '../lean/lean-code.tsx'
import { CopyButton, FactList, Panel, ScrollBox, Show } from '../pieces/pieces.tsx'

/** The evidence for a solved goal, field by field, and whole for `orch verify`. */
export function ReceiptPanel({ id }: { readonly id: string }) {
  const receipt = useResource(questions.receipt(id))
  const text = JSON.stringify(receipt.data?.body, null, 2)
  return (
    <Panel
      title="Receipt"
      aside={text !== undefined && <CopyButton text={text} what="the receipt as JSON" />}
    >
      <Show of={receipt}>
        {({ body }) => (
          <>
            <FactList rows={rows(body)} />
            <p className="receipt-note">
              <a href={`/certificates/${encodeURIComponent(id)}`} target="_blank" rel="noreferrer">
                Open the certificate
              </a>
              : everything the proof stands on, with a button that checks it in this browser
            </p>
            <p className="muted receipt-note">
              Replay it: save the JSON, then <code>orch verify receipt.json</code>
            </p>
            <details>
              <summary>The whole receipt</summary>
              <ScrollBox className="lean-block raw" label="Receipt as JSON">
                <pre>{text}</pre>
              </ScrollBox>
            </details>
          </>
        )}
      </Show>
    </Panel>
  )
}

const SHOWN = [
  // Of a goal that was refuted this is the negation.
  ['type', 'Statement'],
  ['outcome', 'Outcome'],
  ['statement_hash', 'Statement hash'],
  ['axioms', 'Axioms'],
  ['toolchain', 'Toolchain'],
  ['kernels', 'Kernels'],
  ['source_hash', 'Source hash'],
  ['cpu_seconds', 'CPU'],
  ['checked_at', 'Checked'],
] as const

function rows(body: unknown): readonly (readonly [string, React.ReactNode])[] {
  if (typeof body !== 'object' || body === null) return []
  const fields = body as Readonly<Record<string, unknown>>
  return SHOWN.filter(([name]) => fields[name] !== undefined).map(
    ([name, words]) => [words, show(name, fields[name])] as const,
  )
}

function show(name: string, value: unknown): React.ReactNode {
  if (name === 'type' && typeof value === 'string') return <LeanCode inline text={value} />
  if (name === 'toolchain') return toolchain(value)
  if (name === 'kernels') return kernels(value)
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  if (typeof value === 'number') return seconds(value)
  if (name === 'checked_at' && typeof value === 'string') return dateAndTime(value)
  if (typeof value === 'string') return name.endsWith('hash') ? <code className="hash">{value}</code> : value
  return <code className="hash">{JSON.stringify(value)}</code>
}

interface KernelRow {
  readonly name?: string
  readonly version?: string
  readonly seconds?: number
  readonly declined?: string
}

/** Each kernel with its version and time, or why it did not judge. */
function kernels(value: unknown): React.ReactNode {
  const all = Array.isArray(value) ? (value as readonly KernelRow[]) : []
  return all
    .map(({ name, version, seconds: taken = 0, declined }) =>
      declined === undefined
        ? `${name} ${version} accepted (${seconds(taken)})`
        : `${name} ${version} declined: ${declined}`,
    )
    .join('; ')
}

function toolchain(value: unknown): React.ReactNode {
  const { kind, lean } = (value ?? {}) as { readonly kind?: unknown; readonly lean?: unknown }
  const words = [kind, lean].filter((part) => typeof part === 'string')
  return words.length === 2 ? (
    `${words[0]} Lean ${words[1]}`
  ) : (
    <code className="hash">{JSON.stringify(value)}</code>
  )
}
