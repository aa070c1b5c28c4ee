/** Runs the second kernel in a thread of its own, whose stack is large enough for deep terms. */
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { FileChecker, type FileReport, type Limits } from '../../kernel/index.ts'
import { checkBySecondKernel, type ProofJob, type SecondVerdict } from './check-proof.ts'
import { Library } from './library.ts'
import { readLibrary } from './library-file.ts'
import { type CertificateFacts, writeCertificate } from './write-certificate.ts'

/** What the thread is for: one file, or proofs on top of a library, as they come. */
export type WorkerJob =
  | { readonly kind: 'file'; readonly file: string; readonly limits: Partial<Limits> }
  | { readonly kind: 'proofs'; readonly library: string }

export interface ProofRequest extends ProofJob {
  readonly id: number
  /** Where to write the certificate of an accepted proof. */
  readonly certificate?: string | undefined
}

export type WorkerMessage =
  | {
      readonly kind: 'progress'
      readonly declarations: number
      readonly name: string
      readonly bytes: number
    }
  | { readonly kind: 'report'; readonly report: FileReport; readonly millis: number }
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'verdict'
      readonly id: number
      readonly verdict: SecondVerdict
      readonly facts?: CertificateFacts | undefined
    }

const CHUNK = 1 << 20
const TELL_EVERY_MS = 250

function checkFile(file: string, limits: Partial<Limits>): void {
  const start = performance.now()
  let [told, bytes] = [start, 0]
  const checker = new FileChecker({
    limits,
    now: () => performance.now(),
    onDeclaration: (name, declarations) => {
      if (performance.now() - told < TELL_EVERY_MS) return
      told = performance.now()
      tell({ kind: 'progress', declarations, name, bytes })
    },
  })
  const handle = openSync(file, 'r')
  try {
    const buffer = new Uint8Array(CHUNK)
    for (let count = readSync(handle, buffer); count > 0; count = readSync(handle, buffer)) {
      bytes += count
      if (!checker.push(buffer.subarray(0, count))) break
    }
  } finally {
    closeSync(handle)
  }
  tell({ kind: 'report', report: checker.finish(), millis: performance.now() - start })
}

function serveProofs(file: string): void {
  const library = new Library(readLibrary(file))
  parentPort?.on('message', ({ id, certificate, ...job }: ProofRequest) => {
    let facts: CertificateFacts | undefined
    const start = process.threadCpuUsage()
    const verdict = checkBySecondKernel(library, job, (checked) => {
      if (certificate !== undefined) facts = writeCertificate(library, checked, certificate)
    })
    // What it costs, as Lean tells it of its own threads: waiting for a busy machine is not the kernel's time.
    const { user, system } = process.threadCpuUsage(start)
    tell({ kind: 'verdict', id, verdict: { ...verdict, millis: (user + system) / 1000 }, facts })
  })
  tell({ kind: 'ready' })
}

function tell(message: WorkerMessage): void {
  parentPort?.postMessage(message)
}

const job = workerData as WorkerJob
if (job.kind === 'file') checkFile(job.file, job.limits)
else serveProofs(job.library)
