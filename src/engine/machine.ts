import os from 'node:os'

export interface MachineReading {
  /** Share of all cores that was busy since the last reading, 0 to 1. */
  readonly cpuShare: number
  /** Share of the memory this process may use that is taken, 0 to 1. */
  readonly memoryShare: number
}

/** How busy the machine is, seen as a whole: other programs count too. */
export interface Machine {
  readonly cores: number
  read(): MachineReading
}

type Os = Pick<typeof os, 'cpus' | 'loadavg' | 'totalmem' | 'availableParallelism'>

/** Real CPU time between two readings; the one-minute load average where the system does not tell. */
export function createMachine(source: Os = os): Machine {
  const cores = source.availableParallelism()
  let before = ticks(source)
  let share: number | undefined
  return {
    cores,
    read() {
      const now = ticks(source)
      const all = now.all - before.all
      if (all > 0) {
        share = (now.busy - before.busy) / all
        before = now
      }
      const load = (source.loadavg()[0] ?? 0) / cores
      return { cpuShare: clamp(share ?? load), memoryShare: memoryShare(source) }
    },
  }
}

function ticks(source: Os): { busy: number; all: number } {
  let busy = 0
  let all = 0
  for (const { times } of source.cpus()) {
    const working = times.user + times.nice + times.sys + times.irq
    busy += working
    all += working + times.idle
  }
  return { busy, all }
}

function memoryShare(source: Os): number {
  const constrained = process.constrainedMemory()
  const total = constrained > 0 ? Math.min(constrained, source.totalmem()) : source.totalmem()
  return clamp(1 - process.availableMemory() / total)
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}
