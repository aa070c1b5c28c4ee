/** The kernel in a Web Worker: takes the pieces of an export file, tells how far it is, and what came out. */
import { FileChecker } from './format/check-file.ts'

/** What the page sends: pieces of the file, then nothing. */
type Piece = { readonly bytes: Uint8Array } | { readonly end: true }

interface WorkerScope {
  onmessage: ((event: { readonly data: Piece }) => void) | null
  postMessage(message: unknown): void
}

const TELL_EVERY_MS = 100

const scope = globalThis as unknown as WorkerScope
const start = performance.now()
let told = start
const checker = new FileChecker({
  now: () => performance.now(),
  onDeclaration: (name, declarations) => {
    if (performance.now() - told < TELL_EVERY_MS) return
    told = performance.now()
    scope.postMessage({ kind: 'progress', declarations, name })
  },
})

scope.onmessage = ({ data }) => {
  if ('bytes' in data) checker.push(data.bytes)
  else scope.postMessage({ kind: 'report', report: checker.finish(), millis: performance.now() - start })
}
