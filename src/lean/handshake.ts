import type { LeanChild } from './child.ts'
import { LeanGoneError } from './errors.ts'
import { clip, type LineSplitter, parseJson } from './lines.ts'
import { type Hello, hello, PROTOCOL_VERSION } from './protocol.ts'

/** Waits for Lean's first line and checks that both sides speak the same protocol. */
export function handshake(
  { process: child, log }: LeanChild,
  lines: LineSplitter,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Hello> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      child.stdout?.off('data', onData)
      child.off('error', onError)
      child.off('close', onClose)
      lines.onOverflow = undefined
      settle()
    }
    const fail = (message: string, cause?: unknown) =>
      finish(() => reject(new LeanGoneError('not_started', message, { log: log(), cause })))
    const timer = setTimeout(() => fail(`Lean did not start within ${timeoutMs / 1000} s`), timeoutMs)
    const onAbort = () => finish(() => reject(signal?.reason))
    const onError = (cause: Error) => fail(`Lean could not be started: ${cause.message}`, cause)
    const onClose = (code: number | null, by: NodeJS.Signals | null) =>
      fail(`Lean ended before it was ready (${by ?? `exit code ${code}`})\n${log().trim()}`)
    const onData = (chunk: Buffer) => lines.push(chunk)
    lines.onLine = (line) => {
      lines.onLine = undefined
      const said = hello.safeParse(parseJson(line))
      if (!said.success) return fail(`Lean's first line is not the protocol's: ${clip(line)}`)
      const { protocol } = said.data.hello
      if (protocol !== PROTOCOL_VERSION) {
        return fail(`Lean speaks protocol ${protocol}, this Orch speaks ${PROTOCOL_VERSION}`)
      }
      finish(() => resolve(said.data.hello))
    }
    lines.onOverflow = () => fail("Lean's first line is too long to be the protocol's")
    signal?.addEventListener('abort', onAbort, { once: true })
    child.once('error', onError)
    child.once('close', onClose)
    child.stdout?.on('data', onData)
  })
}
