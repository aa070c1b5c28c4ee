/** The conversation of `orch tactic`, apart from the terminal: lines in, text out. */
import type { Dojo, DojoState } from '../lean/index.ts'

interface TalkOptions {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly say: (text: string) => void
  /** Theorems for the first goal of a state, each with its statement. */
  readonly premises: (state: DojoState) => Promise<string>
}

const BLOCK_START = /(?:\bwith|\bby|=>|\bdo|<;>|\()\s*$/
const HELP = `A line is a tactic for the first goal. Commands:
  :undo      take the last tactic back
  :goals     show the goals again
  :script    show the tactics so far
  :premises  library theorems that may help with the first goal
  :quit      stop here
A line that ends in 'with', 'by', '=>' or 'do' starts a block; an empty line ends it.`

export class TacticTalk {
  #dojo: Dojo
  #options: TalkOptions
  #state: DojoState
  #block: string[] = []

  constructor(dojo: Dojo, options: TalkOptions) {
    this.#dojo = dojo
    this.#options = options
    this.#state = dojo.root
  }

  get isInBlock(): boolean {
    return this.#block.length > 0
  }

  script(): string {
    return this.#dojo.script(this.#state)
  }

  /** The whole script once no goals are left. */
  finishedScript(): string | undefined {
    return this.#state.goals.length === 0 ? this.script() : undefined
  }

  showGoals(): void {
    const { goals } = this.#state
    const count = goals.length > 1 ? `${goals.length} goals\n` : ''
    this.#options.say(count + goals.map((goal) => goal.text).join('\n\n'))
  }

  async take(line: string): Promise<'go on' | 'done'> {
    if (this.isInBlock) {
      if (line.trim()) {
        this.#block.push(line)
        return 'go on'
      }
      return this.end()
    }
    const text = line.trim()
    if (!text) return 'go on'
    if (text.startsWith(':')) return this.#command(text)
    if (BLOCK_START.test(line)) {
      this.#block.push(line)
      return 'go on'
    }
    return this.#tactic(text)
  }

  /** Runs a block that input ended in. */
  async end(): Promise<'go on' | 'done'> {
    const block = this.#block.join('\n')
    this.#block = []
    return block ? this.#tactic(block) : 'go on'
  }

  async #tactic(text: string): Promise<'go on' | 'done'> {
    const { timeoutMs, signal, say } = this.#options
    const result = await this.#dojo.runTactic(this.#state, text, { timeoutMs, signal })
    switch (result.kind) {
      case 'rejected':
        say(`error: ${result.failure.message}`)
        return 'go on'
      case 'timeout':
        say(`error: stopped after ${timeoutMs / 1000} s`)
        return 'go on'
      case 'crashed':
        say(`error: ${result.error.message}; a new Lean takes over from here`)
        return 'go on'
      default:
        this.#state = result.state
        for (const message of result.messages) say(message.text)
        if (result.kind === 'closed') return 'done'
        this.showGoals()
        return 'go on'
    }
  }

  async #command(text: string): Promise<'go on' | 'done'> {
    const { say } = this.#options
    switch (text) {
      case ':undo':
        if (!this.#state.parent) say('nothing to undo')
        else this.#state = this.#state.parent
        this.showGoals()
        return 'go on'
      case ':goals':
        this.showGoals()
        return 'go on'
      case ':script':
        say(this.script() || '(no tactics yet)')
        return 'go on'
      case ':premises':
        say(await this.#options.premises(this.#state))
        return 'go on'
      case ':quit':
      case ':q':
        return 'done'
      default:
        say(text === ':help' ? HELP : `unknown command ${text}\n${HELP}`)
        return 'go on'
    }
  }
}
