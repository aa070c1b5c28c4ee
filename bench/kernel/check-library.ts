/** Checks every constant of a library with the second kernel, in a thread with a large stack. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { Kernel, KernelBudget, type KernelOutcome } from '../../src/kernel/index.ts'
import { Library, LibraryView } from '../../src/lean/certificate/library.ts'
import { declarationOf, inOrder } from '../../src/lean/certificate/library-declarations.ts'
import { readLibrary } from '../../src/lean/certificate/library-file.ts'

export interface LibraryCheck {
  readonly kinds: Readonly<Record<string, number>>
  readonly failures: readonly { name: string; outcome: KernelOutcome }[]
  readonly slowest: readonly { name: string; millis: number }[]
  readonly seconds: number
  readonly terms: number
  readonly bytes: number
}

export function checkLibrary(
  file: string,
  onProgress: (done: number, all: number) => void,
): Promise<LibraryCheck> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: file,
      resourceLimits: { stackSizeMb: 900, maxOldGenerationSizeMb: 6144 },
    })
    worker.on('message', (message: { done: number; all: number } | LibraryCheck) => {
      if ('done' in message) onProgress(message.done, message.all)
      else resolve(message)
    })
    worker.on('error', reject)
  })
}

function run(file: string): LibraryCheck {
  const library = new Library(readLibrary(file))
  const kernel = new Kernel(new KernelBudget({ steps: 20_000_000 }, () => performance.now()))
  const view = new LibraryView(library, kernel.context)
  const all = Array.from({ length: library.data.parts.length }, (_, n) => n).filter((n) => library.has(n))
  const order = inOrder(library, all)
  const kinds: Record<string, number> = {}
  const failures: { name: string; outcome: KernelOutcome }[] = []
  const times: { name: string; millis: number }[] = []
  const start = performance.now()
  let told = start
  for (const [i, n] of order.entries()) {
    const constant = view.constant(view.name(n))
    const declaration = constant && declarationOf(kernel.context, constant, (name) => view.constant(name))
    if (!constant || !declaration) {
      kinds.unsafe = (kinds.unsafe ?? 0) + 1
      continue
    }
    const before = performance.now()
    const outcome = kernel.add(declaration)
    const millis = performance.now() - before
    const name = kernel.context.names.text(constant.name)
    kinds[constant.kind] = (kinds[constant.kind] ?? 0) + 1
    if (millis > 50) times.push({ name, millis: Math.round(millis) })
    if (outcome.kind !== 'accepted') {
      failures.push({ name, outcome })
      // What builds on it is to be judged all the same.
      kernel.context.env.add(constant)
    }
    if (performance.now() - told > 1000) {
      told = performance.now()
      parentPort?.postMessage({ done: i, all: order.length })
    }
  }
  return {
    kinds,
    failures,
    slowest: times.sort((x, y) => y.millis - x.millis).slice(0, 20),
    seconds: (performance.now() - start) / 1000,
    terms: kernel.context.exprs.size,
    bytes: process.memoryUsage().rss,
  }
}

if (!isMainThread) parentPort?.postMessage(run(workerData as string))
