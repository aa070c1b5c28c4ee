import { describe, expect, it } from 'vitest'
import { Pace } from './meter.ts'
import { drawStep, plainProgress } from './progress.ts'
import { textWidth } from './text-width.ts'

describe('the line of progress', () => {
  it('has a bar where there is room for it', () => {
    const step = { message: 'building the embedded Lean', fraction: 0.5 }
    expect(drawStep(step, 80)).toBe('orch: ████████████░░░░░░░░░░░░ 50% building the embedded Lean')
    expect(drawStep(step, 50)).toBe('orch: ██████░░░░░░ 50% building the embedded Lean')
    expect(drawStep(step, 40)).toBe('orch: building the embedded Lean')
    expect(textWidth(drawStep({ message: '数'.repeat(80) }, 40))).toBeLessThan(40)
  })
})

describe('progress in a log', () => {
  it('is one line per stage, and another now and then', () => {
    let now = 0
    const lines: string[] = []
    const progress = plainProgress((line) => lines.push(line), new Pace(() => now))
    for (now = 0; now < 25_000; now += 1_000)
      progress.show({ message: `${now / 1000} read`, stage: 'reading' })
    progress.show({ message: 'indexing' })
    expect(lines).toEqual(['orch: 0 read', 'orch: 10 read', 'orch: 20 read', 'orch: indexing'])
  })
  it('shortens what is too long for a line', () => {
    const lines: string[] = []
    plainProgress((line) => lines.push(line)).show({ message: `trying ${'simp_all; '.repeat(100)}` })
    expect(textWidth(lines[0] ?? '')).toBeLessThanOrEqual(130)
    expect(lines[0]).toMatch(/^orch: trying simp_all.*…$/)
  })

  it('says of a stage without numbers of its own how long it has taken', () => {
    let now = 0
    const lines: string[] = []
    const progress = plainProgress((line) => lines.push(line), new Pace(() => now))
    for (now = 0; now < 25_000; now += 5_000) progress.show({ message: 'saving', fraction: 0.9 })
    expect(lines).toEqual(['orch: saving', 'orch: saving, 10 s', 'orch: saving, 20 s'])
  })
})
