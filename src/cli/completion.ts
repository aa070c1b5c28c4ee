/** `orch completion bash`: what a shell needs to complete commands and flags, made from the commands themselves. */
import { Argument, type Command, type Option } from 'commander'
import { EXIT, print, runAction } from './output.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** A command with everything that may follow it. */
interface Node {
  /** `arc run`; empty for orch itself. */
  readonly path: string
  readonly summary: string
  readonly options: readonly Option[]
  readonly below: readonly Node[]
  /** What its arguments may be, where that is a choice. */
  readonly values: readonly string[]
}

/** `whole` is the program with all its commands: here one is loaded alone when it is named. */
export function addCompletion(program: Command, whole: () => Promise<Command>): void {
  program
    .command('completion')
    .description('Write the completion of commands and flags for a shell.')
    .addArgument(new Argument('<shell>', 'which one').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  $ orch completion bash > ~/.local/share/bash-completion/completions/orch
  $ orch completion zsh > ~/.zfunc/_orch
  $ orch completion fish > ~/.config/fish/completions/orch.fish

Exit code: 0.`,
    )
    .action((shell: Shell) =>
      runAction(false, async () => {
        print(completionScript(shell, await whole()))
        return EXIT.done
      }),
    )
}

export function completionScript(shell: Shell, program: Command): string {
  const root = nodeOf(program, '')
  if (shell === 'bash') return bash(root)
  return shell === 'zsh' ? zsh(root) : fish(root)
}

function nodeOf(command: Command, path: string): Node {
  return {
    path,
    summary: firstSentence(command.description()),
    options: [...command.options, ...command.createHelp().visibleOptions(command)].filter(
      (option, at, all) => all.findIndex(({ long }) => long === option.long) === at,
    ),
    below: command.commands.map((one) => nodeOf(one, `${path} ${one.name()}`.trim())),
    values: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  }
}

function all(node: Node): Node[] {
  return [node, ...node.below.flatMap(all)]
}

const nameOf = ({ path }: Node) => path.slice(path.lastIndexOf(' ') + 1)
const longs = ({ options }: Node) => options.flatMap(({ long }) => long ?? [])

/** Flags whose value is one of a few words, with all words that any command takes. */
function choices(root: Node): (readonly [flag: string, values: readonly string[]])[] {
  const found = new Map<string, Set<string>>()
  for (const { long, argChoices = [] } of all(root).flatMap(({ options }) => options))
    if (long && argChoices.length > 0) found.set(long, new Set([...(found.get(long) ?? []), ...argChoices]))
  return Array.from(found, ([flag, values]) => [flag, [...values]] as const)
}

/** The words before the cursor that are commands choose the list; files are offered by the shell otherwise. */
function bash(root: Node): string {
  const cases = all(root).map(
    (node) =>
      `    '${node.path}') words='${[...node.below.map(nameOf), ...node.values, ...longs(node)].join(' ')}' ;;`,
  )
  const values = choices(root).map(([flag, words]) => `    ${flag}) words='${words.join(' ')}' ;;`)
  const paths = all(root).map(({ path }) => `'${path}'`)
  return `# bash completion for orch
_orch() {
  local path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${paths.slice(1).join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _orch orch`
}

function zsh(root: Node): string {
  const cases = all(root).map((node) => {
    const words = node.below.map((one) => `'${nameOf(one)}:${zshText(one.summary)}'`)
    const flags = node.options.flatMap(({ long, description }) =>
      long ? `'${long}:${zshText(description)}'` : [],
    )
    return `    '${node.path}') offers=(${[...words, ...node.values, ...flags].join(' ')}) ;;`
  })
  const values = choices(root).map(([flag, words]) => `    ${flag}) offers=(${words.join(' ')}) ;;`)
  const paths = all(root).map(({ path }) => `'${path}'`)
  return `#compdef orch
_orch() {
  local at='' word
  local -a offers
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${paths.slice(1).join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  case "\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  _describe 'orch' offers
  _files
}
# A file in fpath is the function itself, and the first Tab is to be answered, too; one that is sourced is not.
if [[ $funcstack[1] == _orch ]]; then _orch "$@"; else compdef _orch orch; fi`
}

function fish(root: Node): string {
  const lines = all(root).flatMap((node) => {
    const parts = node.path.split(' ').filter(Boolean)
    const seen = parts.map((part) => `__fish_seen_subcommand_from ${part}`)
    const nothingBelow = `not __fish_seen_subcommand_from ${node.below.map(nameOf).join(' ')}`
    const here = [...seen, ...(node.below.length > 0 ? [nothingBelow] : [])].join('; and ')
    const commands = node.below.map(
      (one) => `complete -c orch -f -n '${here}' -a ${nameOf(one)} -d '${quoted(one.summary)}'`,
    )
    const where = seen.length > 0 ? ` -n '${seen.join('; and ')}'` : ''
    const flags = node.options.flatMap(({ long, description, required, argChoices }) => {
      const value = argChoices ? ` -x -a '${argChoices.join(' ')}'` : required ? ' -r' : ''
      return long ? `complete -c orch${where} -l ${long.slice(2)}${value} -d '${quoted(description)}'` : []
    })
    const values = node.values.map((value) => `complete -c orch -f -n '${here}' -a ${value}`)
    return [...commands, ...values, ...flags]
  })
  return `# fish completion for orch\n${lines.join('\n')}`
}

function firstSentence(text: string): string {
  return text.split(/[.:](?:\s|$)/, 1)[0] ?? text
}

function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
}

function zshText(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(':', '\\:')
}
