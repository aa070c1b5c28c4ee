/** What the buttons of the project page do, and what came of it. */
import { createContext, useContext, useState } from 'react'
import {
  type AppliedProject,
  answer,
  api,
  asProblem,
  type ProblemError,
  type ProjectActivity,
  schemas,
} from '../data/api.ts'
import { project } from '../data/questions.ts'
import { refresh } from '../data/resource.ts'
import { plural } from '../format.ts'

interface Scope {
  readonly hole?: string
  readonly path?: string
}

export interface Actions {
  /** Nothing else can begin while something goes on. */
  readonly isBusy: boolean
  readonly search: (scope: Scope, again?: boolean) => void
  readonly apply: (scope: Scope, version: string) => void
}

export interface Said {
  /** What it was about: a hole, a file, or everything. */
  readonly about: string
  readonly problem?: ProblemError
  readonly text?: string
}

const Context = createContext<{ readonly actions: Actions; readonly said: Said | undefined } | undefined>(
  undefined,
)
export const ActionsProvider = Context.Provider

export function useActions(): Actions {
  const found = useContext(Context)
  if (!found) throw new Error('There is no project page around this.')
  return found.actions
}

/** What was answered to the last button of one hole, file, or all. */
export function useSaid(about: string): Said | undefined {
  const said = useContext(Context)?.said
  return said?.about === about ? said : undefined
}

export function useProjectActions(activity: ProjectActivity['kind'], timeoutSeconds: number) {
  const [said, setSaid] = useState<Said>()
  const [isSending, setSending] = useState(false)
  const send = <T>(scope: Scope, sent: Promise<T>, tell?: (said: T) => string) => {
    setSending(true)
    setSaid(undefined)
    sent
      .then(
        // A hole that is filled is not there any more: its file says so.
        (done) => tell && setSaid({ about: scope.path ?? '', text: tell(done) }),
        (error: unknown) => setSaid({ about: scope.hole ?? scope.path ?? '', problem: asProblem(error) }),
      )
      .finally(() => {
        setSending(false)
        refresh(project)
      })
  }
  const actions: Actions = {
    isBusy: activity !== 'idle' || isSending,
    search: (scope, again = false) => {
      const json = { ...scope, again, timeout_seconds: timeoutSeconds }
      send(scope, answer(api.project.search.$post({ json }), schemas.projectActivity))
    },
    apply: (scope, version) => {
      const json = { ...scope, version }
      send(scope, answer(api.project.apply.$post({ json }), schemas.appliedProject), written)
    },
  }
  return {
    actions,
    said,
    stop: () => send({}, answer(api.project.stop.$post({ json: {} }), schemas.projectActivity)),
    readAgain: () => send({}, answer(api.project.read.$post({ json: {} }), schemas.projectActivity)),
  }
}

function written({ written: files, kept, withdrawn }: AppliedProject): string {
  const left = [
    ...kept.map(({ path, why }) => `${path} was left alone: ${why}.`),
    ...withdrawn.map(({ path, line, why }) => `${path}:${line} was left out: ${why}.`),
  ]
  return [`${plural(files.length, 'file')} written: ${files.join(', ')}.`, ...left].join(' ')
}
