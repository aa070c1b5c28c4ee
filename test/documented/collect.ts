/** Every command line that a user can copy: from the README, the guides, and the help of every command. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'

export interface DocumentedLine {
  /** `README.md:34`, or `orch prove --help`. */
  readonly place: string
  readonly text: string
}

export const ROOT = join(import.meta.dirname, '..', '..')

export function documentedFiles(): string[] {
  const below = (folder: string) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(folder, name))
  return ['README.md', 'CONTRIBUTING.md', ...below('docs')]
}

/** The lines of a page's `sh` blocks; a line that ends in a backslash goes on in the next one. */
export function linesOfPage(file: string): DocumentedLine[] {
  const found: DocumentedLine[] = []
  let isShell = false
  let open: { place: string; text: string } | undefined
  for (const [at, line] of readFileSync(join(ROOT, file), 'utf8').split('\n').entries()) {
    if (line.startsWith('```')) isShell = !isShell && line === '```sh'
    else if (isShell && line.trim() !== '') {
      open = open
        ? { ...open, text: `${open.text} ${line.trim()}` }
        : { place: `${file}:${at + 1}`, text: line }
      if (open.text.endsWith('\\')) open.text = open.text.slice(0, -1).trim()
      else {
        found.push(open)
        open = undefined
      }
    }
  }
  return found
}

/** The files that a page tells its reader to write: a `lean` block below a line that ends with the name, as in `Mine.lean`: */
export function filesOfPage(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return new Map(
    [...text.matchAll(/`([\w-]+\.lean)`:\n\n```lean\n([^`]*)```/g)].map(([, name = '', body = '']) => [
      name,
      body,
    ]),
  )
}

/** What a page shows in a block of another kind although it is a command. */
export function commandsOutsideOfShellBlocks(file: string): string[] {
  const blocks = readFileSync(join(ROOT, file), 'utf8').matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)
  return [...blocks]
    .filter(([, language]) => language === '')
    .flatMap(([, , body = '']) => body.split('\n').filter((line) => /^(?:\$ )?(?:\.\/)?orch /.test(line)))
}

/** The `$ …` lines of a command's help and of all commands below it. */
export function linesOfHelp(command: Command, path = command.name()): DocumentedLine[] {
  let help = ''
  command.configureOutput({
    writeOut: (more) => {
      help += more
    },
  })
  command.outputHelp()
  const own = help
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => /^ {2}\$ (.+)/.exec(line)?.[1] ?? [])
    .map((text) => ({ place: `${path} --help`, text }))
  return [...own, ...command.commands.flatMap((below) => linesOfHelp(below, `${path} ${below.name()}`))]
}

/** One program with its arguments, out of a line that may hold several. */
export interface SimpleCommand {
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const TOKEN = /'([^']*)'|"([^"]*)"|(\s+#.*$)|(&&|\|\||[;|>])|([^\s'";|>&]+)|\s+/gu

/** Reads what the pages use of the shell's language: quotes, comments, `;`, `&&`, `|`, `>` and settings before a command. */
export function simpleCommands(line: string): SimpleCommand[] {
  const commands: string[][] = [[]]
  let word: string | undefined
  const endWord = () => {
    if (word !== undefined) commands.at(-1)?.push(word)
    word = undefined
  }
  for (const [text, single, double, comment, operator, plain] of line.matchAll(TOKEN)) {
    const part = single ?? double ?? plain
    if (part !== undefined) word = (word ?? '') + part
    else {
      endWord()
      if (comment !== undefined) break
      if (operator === '>') commands.at(-1)?.push('>')
      else if (operator !== undefined) commands.push([])
      else if (text.trim() !== '') throw new Error(`not understood: ${text}`)
    }
  }
  endWord()
  return commands.filter((words) => words.length > 0).map(split)
}

function split(all: readonly string[]): SimpleCommand {
  const into = all.indexOf('>')
  const words = into < 0 ? [...all] : all.slice(0, into)
  const env: Record<string, string> = {}
  for (;;) {
    const setting = /^([A-Z_]+)=(.*)$/.exec(words[0] ?? '')
    if (!setting) break
    env[setting[1] ?? ''] = setting[2] ?? ''
    words.shift()
  }
  return { words, env }
}
