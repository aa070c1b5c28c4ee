import { useState } from 'react'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { LeanCode } from '../lean/lean-code.tsx'
import { Empty, Panel, Show } from '../pieces/pieces.tsx'

/** Library lemmas that may help. Lean looks for them, so only when asked. */
export function Premises({ statement }: { readonly statement: string }) {
  const [wanted, setWanted] = useState(false)
  const found = useResource(wanted ? questions.premises(statement) : undefined)
  return (
    <Panel title="Lemmas that may help">
      {!wanted ? (
        <button type="button" className="button" onClick={() => setWanted(true)}>
          Look for lemmas
        </button>
      ) : (
        <Show of={found}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="Nothing in the library looks like this goal." />
            ) : (
              <ul className="plain-list">
                {items.map((item) => (
                  <li key={item.name}>
                    <code>{item.name}</code>
                    {item.statement !== null && (
                      <div className="premise">
                        <LeanCode inline text={item.statement} />
                      </div>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Show>
      )}
    </Panel>
  )
}
