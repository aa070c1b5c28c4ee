/** No page and no help names a command, a flag, a file or a statement that does not exist. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { cacheDir, chooseToolchain, Dojo, LeanPool } from '../../src/index.ts'
import { kindOfQuery } from '../../src/premises/index.ts'
import {
  commandsOutsideOfShellBlocks,
  documentedFiles,
  filesOfPage,
  linesOfHelp,
  linesOfPage,
  ROOT,
  simpleCommands,
} from './collect.ts'

const pages = documentedFiles()
const lines = [...pages.flatMap(linesOfPage), ...linesOfHelp(await createProgram('1.2.3'))]
const commands = lines.flatMap(({ place, text }) =>
  simpleCommands(text).map(({ words }) => ({ place, words, text: words.join(' ') })),
)
const written = new Map(pages.flatMap((page) => [...filesOfPage(page)]))
const ours = commands.filter(({ words }) => /^(?:\.\/)?orch$/.test(words[0] ?? ''))

interface Parsed {
  readonly path: string
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, unknown>>
}

/** What the command line makes of the words, without doing it. */
async function parse(words: readonly string[]): Promise<Parsed | undefined> {
  const program = await createProgram('1.2.3', words[0])
  let parsed: Parsed | undefined
  const quiet = (command: Command, path: string): void => {
    command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} })
    command.action(() => {
      parsed = { path, args: command.args, flags: command.opts() }
    })
    for (const below of command.commands) quiet(below, `${path} ${below.name()}`.trim())
  }
  for (const command of program.commands) quiet(command, command.name())
  program.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} })
  await program.parseAsync([...words], { from: 'user' })
  return parsed
}

describe('documented commands', () => {
  it('are found on every page that has some, and in every help', () => {
    expect(ours.length).toBeGreaterThan(100)
    expect(pages.flatMap(commandsOutsideOfShellBlocks)).toEqual([])
  })

  it.each(ours)('$place: $text is understood', async ({ words }) => {
    if (words[1] === '--version') return
    await expect(parse(words.slice(1))).resolves.toBeDefined()
  })

  it.each(pages)('in the prose of %s exist', async (page) => {
    const names = readFileSync(join(ROOT, page), 'utf8').matchAll(/`orch ([a-z]+)(?: ([a-z-]+))?[^`]*`/g)
    const program = await createProgram('1.2.3')
    for (const [, name, below] of names) {
      const command = program.commands.find((one) => one.name() === name)
      expect(command, `orch ${name}`).toBeDefined()
      if (command && command.commands.length > 0 && below)
        expect(command.commands.map((one) => one.name())).toContain(below)
    }
  })

  it('of other programs are about what is there', () => {
    const make = readFileSync(join(ROOT, 'Makefile'), 'utf8')
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    for (const { place, words } of commands) {
      const [program, first = '', second = ''] = words
      if (program === 'make') expect(make, place).toContain(`\n${first}:`)
      if (program === 'npm' && first === 'run') expect(scripts, place).toHaveProperty(second)
      if (program === 'node') expect(existsSync(join(ROOT, first)), `${place}: ${first}`).toBe(true)
      for (const word of words.filter((one) => /^(?:examples|scripts|bench|src|docs)\//.test(one)))
        expect(existsSync(join(ROOT, word)), `${place}: ${word}`).toBe(true)
    }
  })

  it('are about statements that Lean can read', async () => {
    await using pool = new LeanPool(await chooseToolchain({ cacheDir: cacheDir(), lean: 'embedded' }))
    const seen = new Set<string>()
    for (const { place, words } of ours) {
      const parsed = words[1] === '--version' ? undefined : await parse(words.slice(1))
      const about = /^(?:prove|tactic|premises search|market request|market search)$/.test(parsed?.path ?? '')
      const statement = about
        ? parsed?.args[0]
        : parsed?.path === 'check'
          ? parsed.flags.statement
          : undefined
      const imports = (parsed?.flags.import as string[] | undefined) ?? []
      // Words and patterns are looked up; Mathlib is not here.
      if (typeof statement !== 'string' || kindOfQuery(statement) !== 'goal') continue
      if (
        imports.some((name) => name.startsWith('Mathlib')) ||
        seen.has(`${statement} ${parsed?.flags.preamble}`)
      )
        continue
      seen.add(`${statement} ${parsed?.flags.preamble}`)
      const file = parsed?.flags.preamble
      const preamble =
        typeof file === 'string' ? (written.get(file) ?? readFileSync(join(ROOT, file), 'utf8')) : ''
      await using dojo = await Dojo.open(pool, { statement, preamble, imports })
      expect(dojo.root.goals, `${place}: ${statement}`).toHaveLength(1)
    }
    expect(seen.size).toBeGreaterThan(6)
  })
})
