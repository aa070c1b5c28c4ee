import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RotatingLog } from '../log/index.ts'
import type { FileChange } from './edits.ts'
import { lockProject } from './project-lock.ts'
import { watchFiles } from './watch-files.ts'
import { writeChanges } from './write-back.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orch-write-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function change(name: string, before: string, after: string): FileChange {
  const file = join(folder, name)
  writeFileSync(file, before)
  return { module: name, file, path: name, before, after }
}

describe('writing back', () => {
  it('replaces a file and keeps its mode', () => {
    const one = change('A.lean', 'old\r\n', 'new\r\n')
    chmodSync(one.file, 0o640)
    expect(writeChanges([one])).toEqual([{ kind: 'written', path: 'A.lean' }])
    expect(readFileSync(one.file, 'utf8')).toBe('new\r\n')
    expect(statSync(one.file).mode & 0o777).toBe(0o640)
    expect(readdirSync(folder)).toEqual(['A.lean'])
  })

  it('leaves a file alone that is not what it was', () => {
    const one = change('A.lean', 'old', 'new')
    writeFileSync(one.file, 'mine')
    expect(writeChanges([one])).toMatchObject([{ kind: 'kept', why: 'it was edited meanwhile' }])
    expect(readFileSync(one.file, 'utf8')).toBe('mine')
  })

  it.skipIf(process.getuid?.() === 0)('changes nothing at all if one file cannot be changed', () => {
    const changes = [change('A.lean', 'old', 'new'), change('B.lean', 'old', 'new')]
    chmodSync(join(folder, 'B.lean'), 0o444)
    expect(() => writeChanges(changes)).toThrow(/read-only/)
    expect(readFileSync(join(folder, 'A.lean'), 'utf8')).toBe('old')
  })

  it('leaves every file old or new, never mixed, when it is killed in the middle', async () => {
    const [before, after] = ['old\n', 'new\n'].map((line) => line.repeat(50_000)) as [string, string]
    const changes = Array.from({ length: 40 }, (_, number) => change(`F${number}.lean`, before, after))
    const program = `
      import { writeChanges } from ${JSON.stringify(join(import.meta.dirname, 'write-back.ts'))}
      const [before, after] = ['old\\n', 'new\\n'].map((line) => line.repeat(50_000))
      const files = ${JSON.stringify(changes.map(({ file }) => file))}
      console.log('ready')
      writeChanges(files.map((file) => ({ module: file, file, path: file, before, after })))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    while (readFileSync(changes[3]?.file ?? '', 'utf8') === before && child.exitCode === null)
      await new Promise(setImmediate)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const texts = changes.map(({ file }) => readFileSync(file, 'utf8'))
    expect(texts.every((text) => text === before || text === after)).toBe(true)
    expect(texts.filter((text) => text === after).length).toBeGreaterThan(3)
    const rest = changes.filter((_, place) => texts[place] === before)
    writeChanges(rest)
    expect(readdirSync(folder).filter((name) => !/^F\d+\.lean$/.test(name))).toEqual([])
  })
})

describe('a project in the background', () => {
  it('belongs to one process at a time, and to nobody when that is gone', async () => {
    const locks = join(folder, 'locks')
    const first = await lockProject('/some/project', locks)
    await expect(lockProject('/some/project', locks)).rejects.toThrow(`Process ${process.pid} is searching`)
    const other = await lockProject('/other/project', locks)
    other[Symbol.dispose]()
    first[Symbol.dispose]()
    writeFileSync(first.file, JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }))
    const again = await lockProject('/some/project', locks)
    again[Symbol.dispose]()
    expect(existsSync(first.file)).toBe(false)
  })

  it('tells of changed, new and removed Lean files, and of no others', async () => {
    writeFileSync(join(folder, 'A.lean'), '')
    let wake = () => {}
    const nextTime = () =>
      new Promise<void>((resolve) => {
        wake = resolve
      })
    await using watching = await watchFiles(folder, () => wake())
    // What is done at once may be told in parts on a busy machine.
    const changed = async (act: () => void, files: number) => {
      const seen = new Set<string>()
      let woken = nextTime()
      act()
      while (seen.size < files) {
        await woken
        woken = nextTime()
        for (const file of watching.changes()) seen.add(file)
      }
      return [...seen].sort()
    }
    const first = await changed(() => writeFileSync(join(folder, 'A.lean'), 'x'), 1)
    expect(first).toEqual([join(folder, 'A.lean')])
    const several = await changed(() => {
      writeFileSync(join(folder, 'notes.txt'), 'x')
      writeFileSync(join(folder, 'B.lean'), 'x')
      rmSync(join(folder, 'A.lean'))
    }, 2)
    expect(several).toEqual([join(folder, 'A.lean'), join(folder, 'B.lean')])
  })

  it('keeps a log that does not grow without end', () => {
    const log = new RotatingLog(join(folder, 'fill.log'), 100)
    for (let line = 0; line < 40; line++) log.write(`line ${line}`)
    expect(readdirSync(folder).sort()).toEqual(['fill.log', 'fill.log.1', 'fill.log.2', 'fill.log.3'])
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(100)
    expect(readFileSync(join(folder, 'fill.log'), 'utf8')).toMatch(/line 39\n$/)
  })
})
