/** How values of flags are read, and what is refused: those that several commands share. */
import { Command, type Option } from 'commander'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OrchError } from '../errors.ts'
import { DISK_FULL, unwritable } from '../files/index.ts'
import { decimal, path, runOnDisk, whole } from './arc-flags.ts'
import { fleetOptions } from './fleet.ts'
import { listOption, nameListOption } from './list-option.ts'
import { EXIT } from './output.ts'
import { checkKernels, forOthers, kernelsOption, leanOption } from './session.ts'

let printed = { stdout: '', stderr: '' }
beforeEach(() => {
  printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += String(text)
      return true
    })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  process.exitCode = undefined
})

/** The options and arguments of a line, as commander reads them. */
function parsed(options: readonly Option[], ...line: string[]): Record<string, unknown> {
  const command = new Command('x').exitOverride().argument('[rest...]')
  for (const option of options) command.addOption(option)
  command.parse(line, { from: 'user' })
  return { ...command.opts(), rest: command.args }
}

describe('a flag that may be repeated', () => {
  it('takes one value each time, so that the argument behind it stays one', () => {
    const options = [listOption('--file <path>', 'a file')]
    expect(parsed(options, '--file', 'a', '--file', 'b', 'c')).toEqual({ file: ['a', 'b'], rest: ['c'] })
    expect(parsed(options, 'c')).toEqual({ rest: ['c'] })
  })

  it('takes names with commas between them too, and no empty ones', () => {
    const options = [nameListOption('--import <module>', 'a module')]
    expect(parsed(options, '--import', 'Std, Lean,,', '--import', 'Init')).toMatchObject({
      import: ['Std', 'Lean', 'Init'],
    })
    expect(parsed([listOption('--file <path>', 'a file')], '--file', 'a,b')).toMatchObject({ file: ['a,b'] })
  })
})

describe('a number', () => {
  it.each(['0', '7', '1e3', ' 12 '])('whole: %j', (text) => expect(whole(0)(text)).toBe(Number(text)))

  it.each(['-1', '1.5', 'seven', 'NaN', 'Infinity', '1e12', '0x'])('not whole, or too large: %j', (text) => {
    expect(() => whole(0)(text)).toThrow('It must be a whole number from 0 to 1000000000.')
  })

  it.each(['0', '0.25', '1'])('within bounds: %j', (text) => expect(decimal(0, 1)(text)).toBe(Number(text)))

  it.each(['', ' ', '1.01', '-0.1', 'half', 'NaN'])('not within bounds: %j', (text) => {
    expect(() => decimal(0, 1)(text)).toThrow('It must be a number from 0 to 1.')
  })

  it('of attempts on workers is at least one, and an urgency a share', () => {
    expect(parsed(fleetOptions(), '--quota', '3', '--urgency', '0.5', '--here')).toMatchObject({
      quota: 3,
      urgency: 0.5,
      here: true,
    })
    expect(() => parsed(fleetOptions(), '--quota', '0')).toThrow()
    expect(printed.stderr).toContain('Give a whole number from 1.')
    for (const value of ['2', '-1', 'soon'])
      expect(() => parsed(fleetOptions(), '--urgency', value)).toThrow()
    expect(printed.stderr).toContain('Give a number from 0 to 1.')
  })
})

describe('a path', () => {
  it('is not empty', () => {
    expect(path('a b')).toBe('a b')
    expect(() => path('')).toThrow('A path given on the command line is empty.')
  })
})

describe('which Lean', () => {
  it('is one that there is', () => {
    expect(parsed([leanOption()])).toMatchObject({ lean: 'auto' })
    expect(parsed([leanOption()], '--lean', 'native')).toMatchObject({ lean: 'native' })
    expect(() => parsed([leanOption()], '--lean', 'lean4')).toThrow()
    expect(printed.stderr).toContain('Allowed choices are auto, embedded, native')
  })

  it('reads text of others unguarded only where that is said', () => {
    vi.stubEnv('ORCH_NATIVE_UNSANDBOXED', undefined)
    expect(forOthers({ lean: 'native' })).toEqual({ lean: 'native', text: 'others' })
    expect(process.env.ORCH_NATIVE_UNSANDBOXED).toBeUndefined()
    forOthers({ lean: 'native', nativeUnsandboxed: true })
    expect(process.env.ORCH_NATIVE_UNSANDBOXED).toBe('1')
  })
})

describe('which kernels', () => {
  it('are Lean’s, alone or with the second', () => {
    expect(parsed([kernelsOption()], '--kernels', 'lean')).toMatchObject({ kernels: ['lean'] })
    expect(parsed([kernelsOption()], '--kernels', 'lean, ts')).toMatchObject({ kernels: ['lean', 'ts'] })
    for (const wrong of ['ts', 'lean,coq', '', 'Lean'])
      expect(() => parsed([kernelsOption()], '--kernels', wrong), wrong).toThrow()
    expect(printed.stderr).toContain("Say 'lean' or 'lean,ts'.")
  })

  it('are both for whoever checks, unless a flag or a setting says otherwise', () => {
    vi.stubEnv('ORCH_KERNELS', undefined)
    expect(checkKernels(undefined)).toEqual(['lean', 'ts'])
    expect(checkKernels(['lean'])).toEqual(['lean'])
    vi.stubEnv('ORCH_KERNELS', 'lean')
    expect(checkKernels(undefined)).toEqual(['lean'])
  })
})

describe('a command on a disk that fills up', () => {
  const ends = async (error: Error, json = false) => {
    await runOnDisk(json, async () => {
      throw error
    })
    return process.exitCode
  }

  it('ends with 1: what it did so far counts, and the same command goes on', async () => {
    const full = unwritable('/out/rows.jsonl', Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))
    expect(full.code).toBe(DISK_FULL)
    expect(await ends(full)).toBe(EXIT.unsolved)
    expect(printed.stderr).toContain('The output /out/rows.jsonl could not be written: the disk is full.')
  })

  it('ends with 2 for every other reason, and says it to a program too', async () => {
    const denied = unwritable('/out/rows.jsonl', Object.assign(new Error('EACCES'), { code: 'EACCES' }))
    expect(await ends(denied, true)).toBe(EXIT.unable)
    expect(JSON.parse(printed.stdout)).toMatchObject({
      outcome: 'error',
      error: { code: 'file_unwritable', message: expect.stringContaining('you may not write there') },
    })
    expect(await ends(new OrchError('x', 'Something.'))).toBe(EXIT.unable)
  })

  it('ends as its action says otherwise', async () => {
    await runOnDisk(false, async () => EXIT.done)
    expect(process.exitCode).toBe(EXIT.done)
  })
})
