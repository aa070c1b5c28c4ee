/** What the buttons of the project page do, and what came of it. */
import { createContext, useContext, useState } from 'react'
import type { AppliedProject, ProjectActivity } from '../data/api.ts'
import { asProblem, type Problem, post, refresh } from '../data/resource.ts'
import { plural } from '../format.ts'

export const PROJECT = '/api/project'
export const holesAddress = (path: string) => `/api/project/holes?path=${encodeURIComponent(path)}`

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
  readonly problem?: Problem
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
  const send = <T>(scope: Scope, action: string, body: object = {}, tell?: (answer: T) => string) => {
    setSending(true)
    setSaid(undefined)
    post<T>(`/api/project/${action}`, body)
      .then(
        // A hole that is filled is not there any more: its file says so.
        (answer) => tell && setSaid({ about: scope.path ?? '', text: tell(answer) }),
        (error: unknown) => setSaid({ about: scope.hole ?? scope.path ?? '', problem: asProblem(error) }),
      )
      .finally(() => {
        setSending(false)
        refresh(PROJECT)
      })
  }
  const actions: Actions = {
    isBusy: activity !== 'idle' || isSending,
    search: (scope, again = false) =>
      send(scope, 'search', { ...scope, again, timeout_seconds: timeoutSeconds }),
    apply: (scope, version) => send(scope, 'apply', { ...scope, version }, written),
  }
  return {
    actions,
    said,
    stop: () => send({}, 'stop'),
    readAgain: () => send({}, 'read'),
  }
}

function written({ written: files, kept, withdrawn }: AppliedProject): string {
  const left = [
    ...kept.map(({ path, why }) => `${path} was left alone: ${why}.`),
    ...withdrawn.map(({ path, line, why }) => `${path}:${line} was left out: ${why}.`),
  ]
  return [`${plural(files.length, 'file')} written: ${files.join(', ')}.`, ...left].join(' ')
}
