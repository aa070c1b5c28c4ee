/**
 * A proof that somebody writes by hand: a tree of states, so that nothing that was tried is lost. A `sorry` is a hole
 * that stays open: the script around it is kept, each hole is a state of its own, and what closes one takes its place.
 */
import { placeScript, TextLines } from '../fill/index.ts'
import { blankComments } from '../goal/index.ts'
import type { Dojo, DojoHole, DojoState, LeanMessage, TacticOptions, TacticResult } from '../lean/index.ts'
import { suggestionsIn } from '../strategies/index.ts'

/** A script with a `sorry` at every hole, one of which is being worked on. */
interface Surroundings {
  readonly text: string
  readonly holes: readonly DojoHole[]
  readonly at: number
}

export interface ProofNode {
  /** Counted in the order in which they were made. */
  readonly number: number
  readonly parent: ProofNode | undefined
  /** As it was typed, or as a search tactic wants it. */
  readonly tactic: string
  /** The goals that are worked on. */
  readonly state: DojoState
  readonly around: Surroundings | undefined
  readonly children: ProofNode[]
}

export type ProofStep =
  | {
      readonly kind: 'open' | 'finished'
      readonly node: ProofNode
      readonly messages: readonly LeanMessage[]
    }
  /** A search tactic ran, and what it found stands in its place. */
  | Exclude<TacticResult, { kind: 'open' | 'closed' }>

const SORRY = /\b(?:sorry|admit)\b/

export class ManualProof {
  readonly root: ProofNode
  readonly #dojo: Dojo
  readonly #nodes: ProofNode[] = []

  constructor(dojo: Dojo) {
    this.#dojo = dojo
    this.root = this.#add(undefined, '', dojo.root, undefined)
  }

  node(number: number): ProofNode | undefined {
    return this.#nodes[number]
  }

  /** Holes that wait beside the one that is worked on. */
  holesBeside({ around }: ProofNode): number {
    return Math.max(0, (around?.holes.length ?? 1) - 1)
  }

  isFinished(node: ProofNode): boolean {
    return node.state.goals.length === 0
  }

  /** All tactics up to a node, with a `sorry` for everything that is open. */
  whole(node: ProofNode): string {
    const open = node.state.goals.map(() => 'sorry')
    return this.#place(node, lines(this.#dojo.script(node.state), ...open))
  }

  /** All tactics up to a node; a `sorry` stands only where one was typed. */
  script(node: ProofNode): string {
    const own = this.#dojo.script(node.state)
    return node.around ? this.#place(node, own || 'sorry') : own
  }

  async run(node: ProofNode, tactic: string, options: TacticOptions): Promise<ProofStep> {
    if (SORRY.test(blankComments(tactic, { strings: true })))
      return await this.#leaveOpen(node, tactic, options)
    const result = await this.#dojo.runTactic(node.state, tactic, options)
    if (!('state' in result)) return result
    const found = await this.#replaced(node, tactic, result, options)
    const { state, messages } = found.result
    if (state.goals.length === 0 && this.holesBeside(node) > 0) {
      const text = this.#place(node, this.#dojo.script(state))
      const next = await this.#inHoles(node, found.tactic, text, node.around?.at ?? 0, options)
      return 'node' in next ? { ...next, messages } : next
    }
    const step = this.#add(node, found.tactic, state, node.around)
    return { kind: state.goals.length > 0 ? 'open' : 'finished', node: step, messages }
  }

  /** What `exact?` or `simp?` found, run in its place; what it was itself where that does not do the same. */
  async #replaced(
    node: ProofNode,
    tactic: string,
    result: Extract<TacticResult, { kind: 'open' | 'closed' }>,
    options: TacticOptions,
  ): Promise<{ tactic: string; result: typeof result }> {
    const text = withFindings(tactic, result.messages)
    if (text === undefined) return { tactic, result }
    const again = await this.#dojo.runTactic(node.state, text, options)
    const isSame = 'state' in again && again.state.goals.length === result.state.goals.length
    return isSame ? { tactic: text, result: again } : { tactic, result }
  }

  async #leaveOpen(node: ProofNode, tactic: string, options: TacticOptions): Promise<ProofStep> {
    const isAlone = /^(?:sorry|admit)$/.test(tactic.trim())
    let left = node.state.goals.length - 1
    if (!isAlone) {
      const result = await this.#dojo.runTactic(node.state, tactic, options)
      if ('state' in result) left = result.state.goals.length
      else if (result.kind === 'rejected' && result.failure.kind === 'incomplete') left = 0
      else return result
    }
    const sorries = Array.from({ length: left }, () => 'sorry')
    const text = this.#place(node, lines(this.#dojo.script(node.state), tactic, ...sorries))
    const at = node.around?.at ?? 0
    return await this.#inHoles(node, tactic, text, isAlone ? at + 1 : at, options)
  }

  /** Goes on in a hole of a script; behind the last one comes the first again. */
  async #inHoles(
    parent: ProofNode,
    tactic: string,
    given: string,
    wanted: number,
    options: TacticOptions,
  ): Promise<ProofStep> {
    const first = await this.#dojo.read(given, options)
    const found = withFindings(given, first.messages)
    const second = found === undefined ? undefined : await this.#dojo.read(found, options)
    const isReplaced = second !== undefined && second.holes.length === first.holes.length
    const [text, { holes }] = isReplaced && found !== undefined ? [found, second] : [given, first]
    const at = wanted < holes.length ? wanted : 0
    const hole = holes[at]
    if (!hole) {
      const message = 'Lean does not show the goals of these holes: something around them has errors'
      const timing = { wallMicros: 0, cpuMicros: null }
      return { kind: 'rejected', failure: { kind: 'lean', message, position: null }, timing }
    }
    const node = this.#add(parent, tactic, hole.state, { text, holes, at })
    return { kind: 'open', node, messages: [] }
  }

  #place({ around }: ProofNode, script: string): string {
    const hole = around?.holes[around.at]
    if (!around || !hole) return script
    const span = new TextLines(around.text).span(hole.start, hole.end)
    const placed = placeScript(around.text, { span, isTactic: hole.isTactic }, script)
    const before = around.text.slice(0, span.from)
    const isNewLine = placed.startsWith('\n')
    return (isNewLine ? before.trimEnd() : before) + placed + around.text.slice(span.to)
  }

  #add(
    parent: ProofNode | undefined,
    tactic: string,
    state: DojoState,
    around: Surroundings | undefined,
  ): ProofNode {
    const node = { number: this.#nodes.length, parent, tactic, state, around, children: [] }
    this.#nodes.push(node)
    parent?.children.push(node)
    return node
  }
}

const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n')

/** A tactic with the first proposal of each search tactic in its place; undefined if nothing was proposed. */
export function withFindings(tactic: string, messages: readonly LeanMessage[]): string | undefined {
  const places = new TextLines(tactic)
  const found = messages.flatMap(({ start, end, text }) => {
    const [proposal] = suggestionsIn([{ text }])
    return proposal !== undefined && end ? [{ span: places.span(start, end), proposal }] : []
  })
  if (found.length === 0) return undefined
  return found
    .toSorted((one, other) => other.span.from - one.span.from)
    .reduce(
      (text, { span, proposal }) =>
        text.slice(0, span.from) + withoutRemark(proposal) + text.slice(callEnd(text, span.to)),
      tactic,
    )
}

/** Where a call ends with its arguments: Lean marks `simp?` alone of `simp? [f] at h`, and proposes for all of it. */
function callEnd(text: string, from: number): number {
  let depth = 0
  let end = from
  for (const [{ length }, open, close, stop] of text
    .slice(from)
    .matchAll(/([([{⟨])|([)\]}⟩])|(<;>|--|[;,|\n])|./gsu)) {
    if (open) depth += 1
    if (close) depth -= 1
    if (depth < 0 || (stop && depth === 0)) break
    end += length
  }
  return from + text.slice(from, end).trimEnd().length
}

/** `rw?` says behind its proposal what is left. */
function withoutRemark(proposal: string): string {
  return proposal
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')
    .trim()
}
