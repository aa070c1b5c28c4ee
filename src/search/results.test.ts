import { describe, expect, it } from 'vitest'
import { fileTimestamp, resultsPaths, strategyResults } from './results.ts'

const stats = {
  strategy: 'micro',
  attempts: 10,
  solved: 4,
  refuted: 1,
  rate: 0.4,
  meanTimeSeconds: 1,
  cacheHitRate: undefined,
  uniqueSolves: 2,
  cpuSeconds: 12.34567,
  cpuSecondsPerSolve: 3,
}

describe('the results of a bank', () => {
  it('name every strategy that was enabled, also those that had nothing to do', () => {
    expect(strategyResults([stats], ['refute', 'micro'])).toEqual({
      refute: { used: 0, succeeded: 0, refuted: 0, cpu_seconds: 0 },
      micro: { used: 10, succeeded: 4, refuted: 1, cpu_seconds: 12.346 },
    })
  })

  it('name a strategy of an earlier part of the run that is enabled no more', () => {
    expect(Object.keys(strategyResults([stats], []))).toEqual(['micro'])
  })

  it('are in files that are named by the second, and sort by time', () => {
    const early = fileTimestamp(new Date(2026, 0, 2, 3, 4, 5))
    expect(early).toBe('20260102-030405')
    expect(fileTimestamp(new Date(2026, 10, 12, 13, 14, 15)) > early).toBe(true)
    expect(resultsPaths('out', early)).toEqual({
      results: 'out/bank-20260102-030405.json',
      goals: 'out/bank-20260102-030405.goals.jsonl',
    })
  })
})
