/**
 * Pages as a browser would first show them, without a browser: React writes them as HTML, the answers of the server come
 * from a table, and everything between is the pages' own: the questions, the parsing of answers, the making visible.
 * Effects do not run and nothing can be clicked; test/browser does that.
 */
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { vi } from 'vitest'

export interface ShownPage {
  readonly html: string
  /** What a reader sees, its pieces one space apart. */
  readonly text: string
  /** What the page asked the server, in order. */
  readonly asked: readonly string[]
}

export interface PageSetting {
  /** The address in the browser. */
  readonly at?: string
  /** By the path of the question, with or without its query; what is not here is answered with 404. */
  readonly answers?: Readonly<Record<string, unknown>>
}

/** An answer that is not 200. */
export class Refusal {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/** Nobody is there to answer. */
export const SILENCE = Symbol('silence')

/** `load` imports the page after the browser's parts are in place; modules are fresh each time, so nothing is remembered. */
export async function showPage<P extends object>(
  load: () => Promise<ComponentType<P>>,
  props: P,
  { at = '/', answers = {} }: PageSetting = {},
): Promise<ShownPage> {
  const asked = new Set<string>()
  const address = new URL(at, 'http://localhost')
  vi.resetModules()
  vi.stubGlobal('location', address)
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'])
    vi.stubGlobal(name, () => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : String(input))
    asked.add(pathname + search)
    return reply(answers[pathname + search] ?? answers[pathname])
  })
  // On a server React asks for another snapshot and subscribes to nothing; here the pages must ask their questions.
  const leave: (() => void)[] = []
  const react = await vi.importActual<typeof import('react')>('react')
  vi.doMock('react', () => ({
    ...react,
    useSyncExternalStore: (subscribe: (changed: () => void) => () => void, read: () => unknown) => {
      leave.push(subscribe(() => {}))
      return read()
    },
  }))
  try {
    const page = await load()
    const render = () => renderToStaticMarkup(createElement(page, props))
    let html = ''
    // An answer may bring up a panel with a question of its own.
    for (let known = -1; known !== asked.size; ) {
      known = asked.size
      html = render()
      await settled()
    }
    return { html, text: textOf(html), asked: [...asked] }
  } finally {
    for (const one of leave) one()
    vi.doUnmock('react')
    vi.unstubAllGlobals()
  }
}

function reply(answer: unknown): Response {
  if (answer === SILENCE) throw new TypeError('fetch failed')
  const { status, body } =
    answer instanceof Refusal
      ? answer
      : answer === undefined
        ? new Refusal(404, problem('not_found', 'There is nothing here.'))
        : { status: 200, body: answer }
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

export function problem(code: string, detail: string, hint: string | null = null) {
  return { type: 'about:blank', title: 'Problem', status: 400, code, detail, hint }
}

/** All that was asked is answered and parsed: promises only, so a turn of the loop is enough. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

export function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
