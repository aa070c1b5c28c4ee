import { describe, expect, it } from 'vitest'
import { createRandom } from '../../engine/index.ts'
import { scoreProgram } from '../compare/index.ts'
import { describe as describeTask, factKey } from '../describe/index.ts'
import { lociOf, type Program, parseProgram, printProgram } from '../dsl/index.ts'
import { gridFromRows } from '../grid/index.ts'
import { FLIP, RAYS } from '../test-tasks.ts'
import type { Directive } from '../trace/index.ts'
import {
  analyse,
  CRITIC_FEATURES,
  deterministicCritic,
  learntCritic,
  proposeEdits,
  violatedFacts,
} from './index.ts'
import { evennessOf } from './reports.ts'

function program(text: string): Program {
  const parsed = parseProgram(text)
  if (parsed.kind === 'rejected') throw new Error(parsed.reason)
  return parsed.program
}

const WRONG_TURN = program('(program (view none as-is) (pipe (turn up-down)))')

describe('the deterministic score', () => {
  const merits = { pairsSolved: 2, pairs: 3, cost: 30, support: 1 }

  it('puts pairs solved first, then the shorter description, then company', () => {
    const score = (change: object) => deterministicCritic([], { ...merits, ...change })
    expect(score({ pairsSolved: 3, cost: 500 })).toBeGreaterThan(score({ cost: 0 }))
    expect(score({ cost: 20 })).toBeGreaterThan(score({}))
    expect(score({ support: 8 })).toBeGreaterThan(score({}))
    expect(score({ pairsSolved: 3, cost: 0 })).toBeLessThanOrEqual(1)
  })

  it('is outvoted by a trained ranker only among candidates that solve equally many pairs', () => {
    const weights = CRITIC_FEATURES.map((name) => (name === 'cost' ? 5 : 0))
    const zeros = CRITIC_FEATURES.map(() => 0)
    const critic = learntCritic({
      features: [...CRITIC_FEATURES],
      mean: zeros,
      scale: zeros.map(() => 1),
      weights,
    })
    const long = CRITIC_FEATURES.map((name) => (name === 'cost' ? 1 : 0))
    expect(critic(long, merits)).toBeGreaterThan(critic(zeros, merits))
    expect(critic(zeros, { ...merits, pairsSolved: 3 })).toBeGreaterThan(critic(long, merits))
  })
})

describe('evenness', () => {
  it('is the share of turns that a program does not notice', () => {
    const share = (task: typeof FLIP.task, text: string) =>
      evennessOf(task, program(`(program (view none as-is) (pipe ${text}))`), FLIP.answers)
    expect(share(FLIP.task, '(turn left-right)')).toEqual([2 / 3, 2 / 3, 0])
    expect(share(FLIP.task, '(canvas)')).toEqual([0, 0, 0])
  })
})

describe('counterfactual sensitivity analysis', () => {
  const report = analyse(FLIP.task, WRONG_TURN, 'c0', createRandom(1))

  it('blames the step whose replacement gains most and names the edit', () => {
    const place = lociOf(WRONG_TURN).find(({ step }) => step !== undefined)
    expect(place && report.report.blame).toBe(place?.name)
    const blamed = report.report.loci.find((locus) => locus.locus === report.report.blame)
    expect(blamed?.best_delta).toBeGreaterThan(0)
    expect(blamed?.best_edit?.was).toBe('(turn up-down)')
  })

  it('reports changes that verifying the variants again confirms', () => {
    for (const probe of report.probes) {
      expect(scoreProgram(FLIP.task, probe.program)).toBe(probe.score)
    }
  })

  it('is the same for the same seed', () => {
    expect(analyse(FLIP.task, WRONG_TURN, 'c0', createRandom(1)).report).toEqual(report.report)
  })
})

describe('edits by directive', () => {
  it('repair a program at the blamed place', () => {
    const analysis = analyse(FLIP.task, WRONG_TURN, 'c0', createRandom(1))
    const scores = proposeEdits(WRONG_TURN, analysis, [], createRandom(2)).map((edited) =>
      scoreProgram(FLIP.task, edited.program),
    )
    expect(Math.max(...scores)).toBe(1)
  })

  it('try a remembered repair first', () => {
    const analysis = analyse(FLIP.task, WRONG_TURN, 'c0', createRandom(1))
    const directive: Directive = {
      locus: 'elsewhere',
      edit: 'vary',
      step: '(turn half-turn)',
      was: '(turn up-down)',
      origin: 'csa',
    }
    const [first] = proposeEdits(WRONG_TURN, analysis, [directive], createRandom(2))
    expect(first?.directive.origin).toBe('memory')
    expect(first?.text).toBe('(program (view none as-is) (pipe (turn half-turn)))')
  })

  it('put again what a ruler once put: a stage at the end, another last stage, another division', () => {
    const own = program(
      '(program (view none as-is) (pipe (turn up-down)) (each side (keys) (otherwise (keep))))',
    )
    const analysis = analyse(FLIP.task, own, 'c0', createRandom(1))
    const replayed = (edit: Directive['edit'], step: string) => {
      const directive: Directive = { locus: 'stage 0', edit, step, was: null, origin: 'ruler' }
      const [first] = proposeEdits(own, analysis, [directive], createRandom(2))
      return first?.directive.origin === 'memory' ? first.text.replace('(program (view none as-is) ', '') : ''
    }
    const stages = '(pipe (turn up-down)) (each side (keys) (otherwise (keep)))'
    expect(replayed('append', '(pipe (paint 3))')).toBe(`${stages} (pipe (paint 3)))`)
    expect(replayed('replace', '(pipe (paint 3))')).toBe('(pipe (turn up-down)) (pipe (paint 3)))')
    expect(replayed('segment', 'corner')).toBe(`${stages.replace('side', 'corner')})`)
    expect(replayed('append', '(pipe (no-such-step))')).toBe('')
  })

  it('type-check, and none leaves the program as it was', () => {
    const analysis = analyse(RAYS.task, WRONG_TURN, 'c0', createRandom(1))
    for (const { program: edited, text } of proposeEdits(WRONG_TURN, analysis, [], createRandom(3))) {
      expect(text).not.toBe(printProgram(WRONG_TURN))
      expect(parseProgram(text)).toEqual({ kind: 'program', program: edited })
    }
  })
})

describe('the constraint report', () => {
  it('names the facts of the train pairs that a prediction breaks', () => {
    const keys = describeTask(FLIP.task).map(factKey)
    expect(violatedFacts(FLIP.task, keys, FLIP.answers)).toEqual([])
    expect(violatedFacts(FLIP.task, keys, [gridFromRows([[1]])])).toContain('size:same')
  })
})
