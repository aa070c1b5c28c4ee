import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  isProcessAlive,
  jsonLines,
  jsonLinesIn,
  makeFolder,
  makeWhole,
  readJsonLines,
  writeWhole,
} from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

describe('a file that is written whole', () => {
  it('is there with its folder, its text in pieces and its permissions, and no draft beside it', () => {
    const pieces = Array.from({ length: 30_000 }, (_, i) => `${i}\n`)
    writeWhole([{ path: at('new/deep/numbers'), text: pieces, mode: 0o600 }])
    expect(readFileSync(at('new/deep/numbers'), 'utf8')).toBe(pieces.join(''))
    expect(statSync(at('new/deep/numbers')).mode & 0o777).toBe(0o600)
    expect(readdirSync(at('new/deep'))).toEqual(['numbers'])
  })

  it('leaves the old ones as they were when one of several cannot be written', () => {
    writeFileSync(at('old'), 'before')
    mkdirSync(at('taken'))
    const files = [
      { path: at('old'), text: 'after' },
      { path: join(at('old'), 'below-a-file'), text: 'never' },
    ]
    expect(() => writeWhole(files)).toThrow('a part of the path is a file, not a folder')
    expect(readFileSync(at('old'), 'utf8')).toBe('before')
    expect(() => writeWhole([{ path: at('taken'), text: '' }])).toThrow('there is a folder of that name')
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('does not take the place of a file that has changed meanwhile', () => {
    writeFileSync(at('edited'), 'theirs')
    const draft = at('.draft')
    const seen: boolean[] = []
    const mayReplace = () => {
      seen.push(existsSync(draft))
      return false
    }
    expect(writeWhole([{ path: at('edited'), text: 'ours', draft, mayReplace }])).toEqual([false])
    expect([seen, readFileSync(at('edited'), 'utf8'), existsSync(draft)]).toEqual([[true], 'theirs', false])
  })
})

describe('a folder', () => {
  it('is made with those above it, and refused where nothing can be made', () => {
    makeFolder(at('a/b/c'))
    makeFolder(at('a/b/c'))
    expect(statSync(at('a/b/c')).isDirectory()).toBe(true)
    writeFileSync(at('a/file'), '')
    expect(() => makeFolder(at('a/file/below'))).toThrow('ENOTDIR')
    if (process.platform === 'linux') expect(() => makeFolder('/proc/none/below')).toThrow('ENOENT')
  })
})

describe('a file that something else writes', () => {
  it('takes its place when it is whole, and not before', async () => {
    const path = at('made/index.db')
    await makeWhole(path, async (draft) => {
      writeFileSync(draft, 'half')
      expect(existsSync(path)).toBe(false)
      writeFileSync(draft, 'whole')
    })
    expect([readFileSync(path, 'utf8'), readdirSync(at('made'))]).toEqual(['whole', ['index.db']])
  })

  it('leaves the old one, and no draft, when it fails on the way', async () => {
    const path = at('kept/index.db')
    await makeWhole(path, (draft) => writeFileSync(draft, 'old'))
    const failing = makeWhole(path, (draft) => {
      writeFileSync(draft, 'half')
      throw new Error('no more theorems')
    })
    await expect(failing).rejects.toThrow('no more theorems')
    expect([readFileSync(path, 'utf8'), readdirSync(at('kept'))]).toEqual(['old', ['index.db']])
  })

  it('does not begin with what a killed process of the same number left', async () => {
    const path = at('again')
    writeFileSync(`${path}.${process.pid}.part`, 'leftover')
    await makeWhole(path, (draft) => writeFileSync(draft, 'new', { flag: 'wx' }))
    expect(readFileSync(path, 'utf8')).toBe('new')
  })
})

describe('JSON lines', () => {
  const text = '{"a":1}\n\n  \n{"a":\n[2]'

  it('are read with their numbers, broken ones told apart', async () => {
    const lines = [...jsonLinesIn(text)]
    expect(lines.map(({ line, json }) => [line, json.kind])).toEqual([
      [1, 'value'],
      [4, 'broken'],
      [5, 'value'],
    ])
    expect(lines[2]?.json).toEqual({ kind: 'value', value: [2] })
    writeFileSync(at('lines.jsonl'), text)
    const read = []
    for await (const { line, source, json } of readJsonLines(at('lines.jsonl')))
      read.push([line, source, json.kind])
    expect(read).toEqual(lines.map(({ line, source, json }) => [line, source, json.kind]))
  })

  it('are what rows are written as', () => {
    const rows = [{ a: 'x\ny' }, null, [1]]
    const back = [...jsonLinesIn([...jsonLines(rows)].join(''))]
    expect(back.map(({ json }) => (json.kind === 'value' ? json.value : json))).toEqual(rows)
  })
})

describe('a process', () => {
  it('is alive until it has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const pid = child.pid ?? 0
    expect([isProcessAlive(process.pid), isProcessAlive(pid)]).toEqual([true, true])
    const gone = new Promise((done) => child.once('close', done))
    child.kill('SIGKILL')
    await gone
    expect(isProcessAlive(pid)).toBe(false)
  })
})
