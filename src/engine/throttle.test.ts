import { describe, expect, it } from 'vitest'
import { createManualClock } from './clock.ts'
import { createMachine } from './machine.ts'
import { Throttle } from './throttle.ts'

/** A machine with so many cores on which every attempt keeps one busy, besides what others use. */
async function simulate({ cores = 2, target = 0.5, attemptSeconds = 5, others = 0, minutes = 3 }) {
  const clock = createManualClock()
  const running = new Set<number>()
  const stepMs = 50
  let busy = 0
  let steps = 0
  const machine = {
    cores,
    read: () => {
      const cpuShare = steps === 0 ? 0 : busy / steps
      busy = 0
      steps = 0
      return { cpuShare, memoryShare: 0.1 }
    },
  }
  const throttle = new Throttle({ machine, clock, cpuTarget: target, memoryTarget: 0.8 })
  let used = 0
  let started = 0
  for (let ms = 0; ms < minutes * 60_000; ms += stepMs) {
    await clock.advance(stepMs)
    busy += Math.min(1, others + running.size / cores)
    used += Math.min(1, others + running.size / cores)
    steps += 1
    for (const end of running) if (end <= clock.now()) running.delete(end)
    if (ms % Throttle.sampleMs === 0) throttle.sample(running.size)
    while (running.size < 8 && throttle.admits(running.size)) {
      running.add(clock.now() + attemptSeconds * 1000 + started * 0.001)
      started += 1
      throttle.started()
    }
  }
  return { average: used / ((minutes * 60_000) / stepMs), started, throttle }
}

describe('Throttle', () => {
  it.each([
    { cores: 2, target: 0.5, attemptSeconds: 5 },
    { cores: 2, target: 0.5, attemptSeconds: 0.5 },
    { cores: 3, target: 0.5, attemptSeconds: 8 },
    { cores: 8, target: 0.5, attemptSeconds: 3 },
    { cores: 8, target: 0.7, attemptSeconds: 20 },
  ])('keeps $cores cores near $target with attempts of $attemptSeconds s', async (setup) => {
    const { average } = await simulate(setup)
    expect(Math.abs(average - setup.target)).toBeLessThan(0.1)
  })

  it('says how busy the machine is before it has looked at it for an attempt', () => {
    const machine = { cores: 2, read: () => ({ cpuShare: 0.9, memoryShare: 0.4 }) }
    const { cpuShare, memoryShare } = new Throttle({
      machine,
      clock: createManualClock(),
      cpuTarget: 0.5,
      memoryTarget: 0.8,
    })
    expect({ cpuShare, memoryShare }).toEqual({ cpuShare: 0.9, memoryShare: 0.4 })
  })

  it('goes on, slowly, when other programs keep the machine busy', async () => {
    const { started } = await simulate({ others: 0.9, attemptSeconds: 1 })
    expect(started).toBeGreaterThan(10)
    expect(started).toBeLessThan(40)
  })

  it('shrinks the heavy lane first, and never to nothing', async () => {
    const { throttle } = await simulate({ others: 0.9, attemptSeconds: 1, minutes: 1 })
    expect(throttle.cpuShare).toBeGreaterThan(0.8)
    expect(throttle.heavyLimit(4)).toBe(1)
    const clock = createManualClock()
    const machine = { cores: 4, read: () => ({ cpuShare: 0.2, memoryShare: 0.1 }) }
    const relaxed = new Throttle({ machine, clock, cpuTarget: 0.5, memoryTarget: 0.8 })
    await clock.advance(1000)
    relaxed.sample(1)
    expect(relaxed.heavyLimit(4)).toBe(4)
  })

  it('does not limit CPU at a target of 1', async () => {
    const { average } = await simulate({ target: 1 })
    expect(average).toBeGreaterThan(0.99)
  })

  it('starts nothing beside running attempts when memory is short', async () => {
    const clock = createManualClock()
    const machine = { cores: 4, read: () => ({ cpuShare: 0, memoryShare: 0.95 }) }
    const throttle = new Throttle({ machine, clock, cpuTarget: 1, memoryTarget: 0.8 })
    expect(throttle.admits(3)).toBe(true)
    await clock.advance(1000)
    throttle.sample(3)
    expect(throttle.admits(3)).toBe(false)
    expect(throttle.heavyLimit(2)).toBe(1)
  })
})

describe('createMachine', () => {
  const times = (busy: number, idle: number) => [
    { model: '', speed: 0, times: { user: busy, nice: 0, sys: 0, irq: 0, idle } },
  ]

  it('measures real CPU time between readings', () => {
    const readings = [times(100, 100), times(130, 110), times(130, 150)]
    const machine = createMachine({
      cpus: () => readings.shift() ?? [],
      loadavg: () => [9, 9, 9],
      totalmem: () => 1e12,
      availableParallelism: () => 1,
    })
    expect(machine.read().cpuShare).toBeCloseTo(0.75, 12)
    expect(machine.read().cpuShare).toBe(0)
  })

  it('falls back to the load average where there are no CPU times', () => {
    const machine = createMachine({
      cpus: () => [],
      loadavg: () => [1, 0, 0],
      totalmem: () => 1e12,
      availableParallelism: () => 4,
    })
    expect(machine.read().cpuShare).toBeCloseTo(0.25, 12)
  })

  it('starts nothing while paused, however long, and goes on when resumed', async () => {
    const clock = createManualClock()
    const machine = { cores: 2, read: () => ({ cpuShare: 0, memoryShare: 0 }) }
    const throttle = new Throttle({ machine, clock, cpuTarget: 1, memoryTarget: 0.8 })
    throttle.paused = true
    await clock.advance(60_000)
    expect(throttle.admits(0)).toBe(false)
    throttle.paused = false
    expect(throttle.admits(0)).toBe(true)
  })

  it('follows a target that is changed while it runs', async () => {
    const clock = createManualClock()
    const machine = { cores: 2, read: () => ({ cpuShare: 0.9, memoryShare: 0 }) }
    const throttle = new Throttle({ machine, clock, cpuTarget: 1, memoryTarget: 0.8 })
    throttle.started()
    await clock.advance(1000)
    throttle.sample(1)
    expect(throttle.admits(1)).toBe(true)
    throttle.cpuTarget = 0.2
    await clock.advance(1000)
    throttle.sample(1)
    expect(throttle.admits(1)).toBe(false)
  })
})
