import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { commandOutputs } from '../api/index.ts'
import { createProgram } from './program.ts'

/** A command's help as it is printed, with what is added after it. */
function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut: (more) => {
      text += more
    },
  })
  command.outputHelp()
  return text
}

function commandsBelow(parent: Command, path: string): { path: string; command: Command }[] {
  return parent.commands.flatMap((command) => {
    const here = `${path} ${command.name()}`
    return [{ path: here, command }, ...commandsBelow(command, here)]
  })
}

const all = commandsBelow(await createProgram('1.2.3'), 'orch')

describe('the help', () => {
  it('knows every command', () => {
    const names = all.map(({ path }) => path)
    expect(names).toEqual(
      expect.arrayContaining(['orch prove', 'orch bank', 'orch market claim', 'orch arc run']),
    )
  })

  it.each(all)('of $path teaches with an example', ({ path, command }) => {
    expect(command.description()).not.toBe('')
    expect(helpOf(command)).toContain(`$ ${path}`)
  })

  it.each(all)('of $path explains every flag', ({ command }) => {
    for (const { flags, description } of command.options) expect(description, flags).not.toBe('')
  })

  it('of orch itself names first steps', async () => {
    expect(helpOf(await createProgram('1.2.3'))).toMatch(/First steps:\n {2}\$ orch prove/)
  })
})

describe('a command', () => {
  it('is loaded alone when it is named', async () => {
    const names = (await createProgram('1.2.3', 'stats')).commands.map((command) => command.name())
    expect(names).toEqual(['stats'])
  })

  it('takes its --json wherever a program may want the answer, and has a schema of it', () => {
    // Conversations, pictures and files have another form.
    const talks = new Set([
      'orch tactic',
      'orch mcp',
      'orch lsp',
      'orch init',
      'orch demo',
      'orch completion',
      'orch arc schemas',
      'orch arc show',
    ])
    const leaves = all.filter(({ path, command }) => command.commands.length === 0 && !talks.has(path))
    for (const { path, command } of leaves)
      expect(
        command.options.map(({ long }) => long),
        path,
      ).toContain('--json')
    // Answers that an option changes have a name of their own; an error may come from all of them.
    const described = Object.keys(commandOutputs).filter((name) => !name.includes('--') && name !== 'error')
    expect(leaves.map(({ path }) => path.replace('orch ', '')).toSorted()).toEqual(described.toSorted())
  })
})
