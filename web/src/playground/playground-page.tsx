import { useEffect, useRef, useState } from 'react'
import { answer, api, schemas } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { type Typed, useTyped } from '../data/typed.ts'
import { seconds } from '../format.ts'
import { hypothesesOf } from '../lean/goal-state.ts'
import { GoalView } from '../lean/goal-view.tsx'
import { ReadingNote } from '../lean/reading-note.tsx'
import { Badge, CopyButton, PageHead, Panel, Skeleton } from '../pieces/pieces.tsx'
import { useParam } from '../router.tsx'
import { type LeanEditor, openEditor } from './editor.ts'
import { HoleTools } from './hole-tools.tsx'
import type { Signs } from './lean-abbreviations.ts'
import { type EditorPlace, holeAt, offsetOf, placeOf, type ReadText, stateAt, withTactic } from './places.ts'

const KEPT = 'orch.playground'
const FIRST = `def double : Nat → Nat
  | 0 => 0
  | n + 1 => double n + 2

theorem double_eq (n : Nat) : double n = n + n := by
  induction n with
  | zero => rfl
  | succ n ih => sorry
`

/** Write Lean and see what it says: goals where the cursor is, messages, what tactics would do. */
export function PlaygroundPage() {
  const [given] = useParam('text')
  const [text, setText] = useState(() => (given !== '' ? given : (localStorage.getItem(KEPT) ?? FIRST)))
  const [cursor, setCursor] = useState(0)
  const editor = useRef<LeanEditor>(undefined)
  const read = useTyped(text, (asked, signal) =>
    answer(
      api.playground.read.$post({ json: { text: asked } }, { init: { signal } }),
      schemas.playgroundRead,
    ),
  )
  const reading = read.answer
  const isOld = read.of !== text
  const place = placeOf(text, cursor)
  const here = reading && !isOld ? stateAt(reading, place) : undefined
  const index = reading && !isOld ? holeAt(reading, place) : undefined
  const hole = index === undefined ? undefined : reading?.holes[index]

  // What came with the address does not take the place of what somebody was writing here.
  useEffect(() => {
    if (given === '') localStorage.setItem(KEPT, text)
  }, [given, text])
  useEffect(() => {
    if (reading && !isOld) editor.current?.setMarks(reading.messages.map((message) => markOf(text, message)))
  }, [reading, isOld, text])

  return (
    <>
      <PageHead title="Playground">
        <CopyButton text={text} what="the text" />
      </PageHead>
      <div className="playground">
        <div className="stack">
          <Editor
            text={text}
            hypotheses={hypothesesOf(here?.goals[0] ?? '')}
            onText={setText}
            onCursor={setCursor}
            opened={editor}
          />
          <p className="muted playground-note">
            Type <code>\forall</code> for ∀, <code>\to</code> for →, <code>\le</code> for ≤; Tab takes what is
            offered. The text stays in this browser. Nothing here is checked or kept by Orch until it is
            turned into a goal.
          </p>
        </div>
        <div className="stack">
          <Panel title="Goals here" aside={<ReadState read={read} isOld={isOld} />}>
            {reading === undefined ? (
              <Skeleton lines={3} />
            ) : (
              <GoalsHere reading={reading} here={here} isOld={isOld} />
            )}
          </Panel>
          {reading && hole && index !== undefined && (
            <HoleTools
              text={text}
              hole={hole}
              index={index}
              count={reading.holes.length}
              isElsewhere={here?.goals !== hole.goals}
              onUse={(tried) => editor.current?.setText(withTactic(text, reading, hole, tried))}
            />
          )}
          {reading && reading.messages.length > 0 && (
            <Messages reading={reading} onGo={(at) => editor.current?.goTo(offsetOf(text, at))} />
          )}
        </div>
      </div>
    </>
  )
}

function Editor(props: {
  readonly text: string
  readonly hypotheses: readonly string[]
  readonly onText: (text: string) => void
  readonly onCursor: (offset: number) => void
  readonly opened: { current: LeanEditor | undefined }
}) {
  const host = useRef<HTMLDivElement>(null)
  const words = useResource(questions.leanWords)
  const signs = useRef<Signs>(new Map())
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    signs.current = new Map(words.data?.signs.map(({ name, sign }) => [name, sign]))
  }, [words.data])
  useEffect(() => {
    if (!host.current) return
    const editor = openEditor({
      host: host.current,
      text: latest.current.text,
      label: 'Lean text',
      signs: () => signs.current,
      sources: { hypotheses: () => latest.current.hypotheses },
      onText: (text) => latest.current.onText(text),
      onCursor: (offset) => latest.current.onCursor(offset),
    })
    const { opened } = latest.current
    opened.current = editor
    return () => {
      opened.current = undefined
      editor.close()
    }
  }, [])
  return <div ref={host} className="editor" />
}

function GoalsHere(props: {
  readonly reading: ReadText
  readonly here: ReturnType<typeof stateAt>
  readonly isOld: boolean
}) {
  const { reading, here, isOld } = props
  if (reading.kind === 'empty')
    return <p className="muted">Write something, and Lean says what it thinks of it.</p>
  if (here === undefined)
    return (
      <p className="muted">{isOld ? 'Lean reads it …' : 'Put the cursor into a proof to see its goals.'}</p>
    )
  if (here.goals.length === 0) return <p className="step-done">No goals left here.</p>
  return (
    <div className="goals-here">
      {here.goals.map((goal, at) => (
        <GoalView key={goal} text={goal} before={here.before?.[Math.min(at, here.before.length - 1)]} />
      ))}
    </div>
  )
}

function ReadState({ read, isOld }: { readonly read: Typed<ReadText>; readonly isOld: boolean }) {
  return (
    <span role="status">
      {read.state === 'read' && !isOld ? (
        `read in ${seconds((read.answer?.milliseconds ?? 0) / 1000)}`
      ) : (
        <ReadingNote typed={read} />
      )}
    </span>
  )
}

function Messages({
  reading,
  onGo,
}: {
  readonly reading: ReadText
  readonly onGo: (at: EditorPlace) => void
}) {
  return (
    <Panel title="Messages">
      <ul className="said-list" aria-label="Messages">
        {inOrder(reading.messages).map(({ severity, start, text }) => (
          <li key={`${start.line}:${start.column}:${text}`}>
            <Badge state={severity} />
            <button type="button" className="button small mono" onClick={() => onGo(start)}>
              {start.line}:{start.column + 1}
            </button>
            <pre className="said-text">{text}</pre>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Lean reports what it cannot parse before what comes earlier in the text. */
const inOrder = (messages: ReadText['messages']) =>
  messages.toSorted(
    (one, other) => one.start.line - other.start.line || one.start.column - other.start.column,
  )

function markOf(text: string, { start, end, severity }: ReadText['messages'][number]) {
  const from = offsetOf(text, start)
  const to = end ? offsetOf(text, end) : from + 1
  // A long underline says less than its first line.
  const lineEnd = text.indexOf('\n', from)
  return { from, to: lineEnd > from ? Math.min(to, lineEnd) : Math.max(to, from + 1), severity }
}
