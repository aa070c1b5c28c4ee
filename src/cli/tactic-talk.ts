/** The conversation of `orch tactic`, apart from the terminal: lines in, text out. */
import { Help } from 'commander'
import { OrchError } from '../errors.ts'
import { expandLeanInput } from '../goal/index.ts'
import type { DojoState, LeanFailure, TacticOptions } from '../lean/index.ts'
import { paint } from './output.ts'
import type { ManualProof, ProofNode } from './tactic-proof.ts'
import type { Suggestion } from './tactic-suggest.ts'
import { shownFailure, shownGoals, shownTree } from './tactic-view.ts'
import { cutText, oneLine, padEnd } from './text-width.ts'

interface TalkOptions {
  readonly timeoutMs: number
  /** Fires when whatever runs now is to be stopped; a new one for each line. */
  readonly signal: () => AbortSignal
  readonly say: (text: string) => void
  readonly columns: () => number
  /** An empty line asks for suggestions. */
  readonly isInteractive: boolean
  /** Theorems for the first goal of a state, each with its statement. */
  readonly premises: (state: DojoState, query: string) => Promise<string>
  readonly suggest: (state: DojoState, signal: AbortSignal) => Promise<Suggestion[]>
  readonly hint: (failure: LeanFailure, tactic: string, state: DojoState) => Promise<string | undefined>
  /** Writes the theorem with this proof; says what was written. */
  readonly save: (file: string, script: string) => string
}

const BLOCK_START = /(?:\bwith|\bby|=>|\bdo|<;>|\()\s*$/

type Answer = 'go on' | 'done'

/** Every command with what it does; the first name is the one that Tab offers. */
const COMMANDS = {
  ':undo': 'back to the state before; nothing is lost',
  ':redo': 'forward again',
  ':tree': 'everything that was tried, with numbers',
  ':go': ':go 3 continues from state 3 of the tree',
  ':goals': 'show the goals again',
  ':script': 'show the proof so far',
  ':suggest': 'tactics that work here; so does an empty line. Type the number of one to take it',
  ':premises': "library theorems for the first goal; ':premises reverse _' looks up words or a pattern",
  ':export': ':export Foo.lean writes the theorem with its proof so far',
  ':help': 'this list',
  ':quit': 'stop here',
} as const

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS)

const HELP = [
  'A line is a tactic for the first goal. sorry leaves a hole that stays open: its goal comes again when the others are done. exact?, simp? and the like are replaced by what they found. \\forall, \\to, \\a, \\<  … are signs. Tab completes.',
  COMMANDS,
  "A line that ends in 'with', 'by', '=>' or 'do' starts a block; an empty line ends it. Ctrl-C stops a tactic.",
] as const

/** The help, wrapped between words. */
function helpText(columns: number): string {
  const writer = new Help()
  writer.helpWidth = columns
  return HELP.map((part) =>
    typeof part === 'string'
      ? writer.boxWrap(part, columns)
      : Object.entries(part)
          .map(([name, about]) => writer.formatItem(name, 10, about, writer))
          .join('\n'),
  ).join('\n')
}

export class TacticTalk {
  readonly #proof: ManualProof
  readonly #options: TalkOptions
  #here: ProofNode
  #block: string[] = []
  #suggestions: readonly Suggestion[] = []

  constructor(proof: ManualProof, options: TalkOptions) {
    this.#proof = proof
    this.#options = options
    this.#here = proof.root
  }

  get state(): DojoState {
    return this.#here.state
  }

  get isInBlock(): boolean {
    return this.#block.length > 0
  }

  script(): string {
    return this.#proof.script(this.#here)
  }

  /** The whole script once no goals are left. */
  finishedScript(): string | undefined {
    return this.#proof.isFinished(this.#here) ? this.script() : undefined
  }

  showGoals(before?: DojoState): void {
    const holes = this.#proof.holesBeside(this.#here)
    const { say } = this.#options
    say(shownGoals(this.#here.state.goals, before?.goals))
    if (holes > 0) say(paint('dim', `and ${holes} ${holes === 1 ? 'hole' : 'holes'} left with sorry`))
  }

  async take(line: string): Promise<Answer> {
    try {
      return await this.#take(line)
    } catch (error) {
      if (!(error instanceof OrchError) || error.code !== 'interrupted') throw error
      this.#options.say('stopped')
      return 'go on'
    }
  }

  async #take(line: string): Promise<Answer> {
    if (this.isInBlock) {
      if (line.trim()) {
        this.#block.push(expandLeanInput(line))
        return 'go on'
      }
      return this.end()
    }
    const text = expandLeanInput(line.trim())
    if (!text) return this.#options.isInteractive ? this.#suggest() : 'go on'
    if (text.startsWith(':')) return this.#command(text)
    const chosen = /^\d+$/.test(text) ? this.#suggestions[Number(text) - 1] : undefined
    if (chosen) return this.#tactic(chosen.tactic)
    if (BLOCK_START.test(line)) {
      this.#block.push(expandLeanInput(line))
      return 'go on'
    }
    return this.#tactic(text)
  }

  /** Runs a block that input ended in. */
  async end(): Promise<Answer> {
    const block = this.#block.join('\n')
    this.#block = []
    return block ? this.#tactic(block) : 'go on'
  }

  async #tactic(text: string): Promise<Answer> {
    const { timeoutMs, say } = this.#options
    const options: TacticOptions = { timeoutMs, signal: this.#options.signal() }
    const step = await this.#proof.run(this.#here, text, options)
    switch (step.kind) {
      case 'rejected':
        await this.#tell(step.failure, text)
        return 'go on'
      case 'timeout':
        say(`${paint('red', 'error:')} stopped after ${timeoutMs / 1000} s; --timeout gives it more`)
        return 'go on'
      case 'crashed':
        say(`${paint('red', 'error:')} ${step.error.message}; a new Lean takes over from here`)
        return 'go on'
      default:
        return this.#arrive(step.node, text, step.messages)
    }
  }

  async #tell(given: LeanFailure, tactic: string): Promise<void> {
    const failure = atWord(given, tactic)
    const hint = await this.#options.hint(failure, tactic, this.#here.state)
    this.#options.say(shownFailure(failure, tactic, hint))
  }

  #arrive(node: ProofNode, typed: string, messages: readonly { readonly text: string }[]): Answer {
    const { say } = this.#options
    const before = this.#here.state
    const isReplaced = node.tactic !== typed
    // Where a search tactic was replaced, its messages are about what stands there now.
    if (isReplaced) say(`${paint('green', node.tactic)} ${paint('dim', `instead of ${oneLine(typed)}`)}`)
    for (const { text } of messages) say(text)
    this.#moveTo(node)
    if (this.#proof.isFinished(node)) return 'done'
    this.showGoals(before)
    return 'go on'
  }

  #moveTo(node: ProofNode): void {
    this.#here = node
    this.#suggestions = []
  }

  async #suggest(): Promise<Answer> {
    const { say, suggest, columns } = this.#options
    this.#suggestions = await suggest(this.#here.state, this.#options.signal())
    const width = Math.max(0, ...this.#suggestions.map(({ tactic }) => Math.min(40, tactic.length)))
    const count = this.#here.state.goals.length
    for (const [at, { tactic, left, next }] of this.#suggestions.entries()) {
      const outcome =
        left < count ? paint('green', 'ends this goal') : (next?.split('⊢').at(-1)?.trim() ?? '')
      const head = `${at + 1}  ${padEnd(cutText(oneLine(tactic), width), width)}  `
      say(
        `${paint('bold', head)}${left < count ? outcome : cutText(`⊢ ${oneLine(outcome)}`, columns() - head.length - 1)}`,
      )
    }
    if (this.#suggestions.length === 0) say('nothing from the tables leads on here; :premises may')
    else say(paint('dim', 'type a number to take one'))
    return 'go on'
  }

  async #command(text: string): Promise<Answer> {
    const [name = '', ...rest] = text.split(/\s+/)
    const argument = rest.join(' ')
    const { say } = this.#options
    switch (name) {
      case ':undo':
        return this.#go(this.#here.parent, 'nothing to undo')
      case ':redo':
        return this.#go(this.#here.children.at(-1), 'nothing to redo')
      case ':go':
        return this.#go(this.#proof.node(Number(argument)), 'no such state; :tree shows their numbers')
      case ':tree':
        say(shownTree(this.#proof.root, this.#here, this.#options.columns()))
        return 'go on'
      case ':goals':
        this.showGoals()
        return 'go on'
      case ':script':
        say(this.script() || '(no tactics yet)')
        return 'go on'
      case ':suggest':
        return this.#suggest()
      case ':premises':
        say(await this.#options.premises(this.#here.state, argument))
        return 'go on'
      case ':export':
        say(
          argument
            ? this.#options.save(argument, this.#proof.whole(this.#here))
            : 'give a file: :export Foo.lean',
        )
        return 'go on'
      case ':quit':
      case ':q':
        return 'done'
      default:
        say(`${name === ':help' ? '' : `unknown command ${name}\n`}${helpText(this.#options.columns())}`)
        return 'go on'
    }
  }

  #go(node: ProofNode | undefined, otherwise: string): Answer {
    if (node) this.#moveTo(node)
    else this.#options.say(otherwise)
    if (this.#proof.isFinished(this.#here)) return 'done'
    this.showGoals()
    return 'go on'
  }
}

/** Lean's parser points into a word that it does not know; people look at its beginning. */
function atWord(failure: LeanFailure, tactic: string): LeanFailure {
  const { position } = failure
  if (!position || failure.message !== 'unknown tactic') return failure
  const letters = [...(tactic.split('\n')[position.line - 1] ?? '')]
  let { column } = position
  while (column > 0 && /[\w?!']/.test(letters[column - 1] ?? '')) column -= 1
  return { ...failure, position: { line: position.line, column } }
}
