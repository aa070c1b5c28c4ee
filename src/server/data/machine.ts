import { totalmem } from 'node:os'
import type { MachineHistory } from '../../api/index.ts'
import { createMachine } from '../../engine/index.ts'
import type { Ledger } from '../../ledger/index.ts'
import { sampledPulses } from './pulses.ts'

type Sample = MachineHistory['samples'][number]

const SAMPLE_MS = 2_000
const KEPT = 1_800

/** Watches the machine while the server runs; what was before, runs have told the ledger. */
export class MachineWatch implements Disposable {
  readonly #machine = createMachine()
  readonly #samples: Sample[] = []
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS)
    this.#timer.unref()
  }

  get latest(): Sample | undefined {
    return this.#samples.at(-1)
  }

  async history(ledger: Ledger, minutes: number): Promise<MachineHistory> {
    const since = new Date(Date.now() - minutes * 60_000).toISOString()
    const first = this.#samples[0]?.at ?? new Date().toISOString()
    const pulses = await sampledPulses(ledger, since)
    const told = pulses.map(({ at, pulse }) => ({
      at,
      cpu_share: pulse.cpu_share,
      memory_share: pulse.memory_share,
      cpu_target: pulse.cpu_target,
    }))
    const own = this.#samples.filter(({ at }) => at >= since)
    // Samples of this server are preferred; those that runs have told fill the time before it started, and give the
    // CPU target.
    const samples = [...told.filter(({ at }) => at < first || own.length === 0), ...withTargets(own, told)]
    return { cores: this.#machine.cores, memory_bytes: totalmem(), samples }
  }

  #sample(): void {
    const { cpuShare, memoryShare } = this.#machine.read()
    const at = new Date().toISOString()
    this.#samples.push({ at, cpu_share: cpuShare, memory_share: memoryShare, cpu_target: null })
    if (this.#samples.length > KEPT) this.#samples.shift()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

/** Each sample with the target that was in force then, if a run was going on. */
function withTargets(samples: readonly Sample[], told: readonly Sample[]): Sample[] {
  let next = 0
  return samples.map((sample) => {
    while (next < told.length && (told[next]?.at ?? '') <= sample.at) next += 1
    const last = told[next - 1]
    const isRecent = last && Date.parse(sample.at) - Date.parse(last.at) < 30_000
    return isRecent ? { ...sample, cpu_target: last.cpu_target } : sample
  })
}
