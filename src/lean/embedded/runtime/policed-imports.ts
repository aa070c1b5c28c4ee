import { closedImports, isPassed, type ServedImport } from './import-policy.ts'
import type { LoaderScope } from './loader-scope.ts'

export type Import = (...args: never[]) => unknown

/** Calls a thread may hand to the main thread: exit, exit, create a thread. */
const lastProxiedFunction = 2

/** The module's imports by the policy: nothing that is not named there gets through. */
export function policedImports(
  scope: LoaderScope,
  emscripten: Readonly<Record<string, unknown>>,
  served: Readonly<Record<ServedImport, Import>>,
): Record<string, unknown> {
  const imports: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(emscripten)) if (isPassed(name)) imports[name] = value
  for (const [name, answer] of Object.entries(closedImports)) imports[name] = () => answer
  Object.assign(imports, served)
  for (const name of ['exit', 'proc_exit', '_abort_js', '__assert_fail']) {
    imports[name] = leaving(scope, name, emscripten[name])
  }
  const receive = emscripten._emscripten_receive_on_main_thread_js
  if (typeof receive === 'function') {
    imports._emscripten_receive_on_main_thread_js = (index: number, inline: number, ...rest: unknown[]) =>
      inline === 0 && index >= 0 && index <= lastProxiedFunction ? receive(index, inline, ...rest) : -52
  }
  return imports
}

/**
 * Ends the process from a Lean thread. Emscripten hands this to the main thread through Lean's own memory, which
 * cannot work when that is exhausted; a message between workers can.
 */
function leaving(scope: LoaderScope, name: string, original: unknown): (...args: number[]) => unknown {
  if (typeof original !== 'function') throw new Error(`The loader has no function ${name}.`)
  const leave = (...args: number[]) => {
    if (!scope.isThread) return original(...args)
    scope.tellMain('onExitRequest', name === 'exit' || name === 'proc_exit' ? args[0] : 1)
    return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  // Emscripten's signature, needed to make a pointer to the function.
  return Object.assign(leave, { sig: Reflect.get(original, 'sig') })
}
