/** Puts statements and proofs together while a text is read: which environments are open, and who speaks of what. */
import { InputError } from '../errors.ts'
import { names } from './arguments.ts'
import type { Block, Blueprint, BlueprintNode, BlueprintProblem, FileSpan } from './blueprint.ts'

const KINDS = ['definition', 'lemma', 'proposition', 'theorem', 'corollary']
const MOST = { statements: 5000, environments: 200 }

/** Where a command stands. */
export interface LatexPlace {
  readonly file: string
  readonly line: number
}

interface OpenBlock extends Block {
  readonly uses: string[]
  readonly leanok: FileSpan[]
}
interface OpenNode extends BlueprintNode {
  readonly labels: string[]
  readonly innerLabels: string[]
  readonly declarations: string[]
  readonly statement: OpenBlock
  readonly proofs: OpenBlock[]
  lean: FileSpan | undefined
  notReady: boolean
  mathlib: boolean
  id: string
}
interface Environment {
  readonly name: string
  readonly place: LatexPlace
  readonly block?: OpenBlock
  /** The statement that the environment is, or that it proves. */
  node?: OpenNode | undefined
  readonly isProof?: boolean
}

export class BlueprintBuilder {
  /** The environments that are statements. */
  kinds: ReadonlySet<string> = new Set(KINDS)
  readonly #nodes: OpenNode[] = []
  readonly #problems: BlueprintProblem[] = []
  readonly #environments: Environment[] = []
  readonly #proves: { readonly label: string; readonly block: OpenBlock; readonly place: LatexPlace }[] = []
  #last: OpenNode | undefined

  begin(name: string, opening: FileSpan, title: string | undefined, place: LatexPlace): void {
    const { file, line } = place
    if (this.#environments.length >= MOST.environments)
      throw new InputError('blueprint_too_deep', `${file}:${line}: environments are nested too deeply.`, {
        hint: `At most ${MOST.environments}; an \\end is probably missing.`,
      })
    const block: OpenBlock = { opening, uses: [], leanok: [] }
    if (name === 'proof') this.#environments.push({ name, place, block, node: this.#last, isProof: true })
    else if (!this.kinds.has(name)) this.#environments.push({ name, place })
    else {
      if (this.#nodes.length >= MOST.statements)
        throw new InputError(
          'blueprint_too_large',
          `${file}:${line}: the blueprint has too many statements.`,
          {
            hint: `At most ${MOST.statements}.`,
          },
        )
      const node: OpenNode = {
        id: `${file}:${line}`,
        kind: name,
        title,
        labels: [],
        innerLabels: [],
        declarations: [],
        statement: block,
        lean: undefined,
        proofs: [],
        notReady: false,
        mathlib: false,
        file,
        line,
      }
      this.#nodes.push(node)
      this.#environments.push({ name, place, block, node })
    }
  }

  end(name: string, place: LatexPlace): void {
    const depth = this.#environments.findLastIndex((environment) => environment.name === name)
    if (depth < 0) return this.problem(place, `\\end{${name}} closes nothing.`)
    for (const { name: open } of this.#environments.slice(depth + 1))
      this.problem(place, `\\begin{${open}} is not closed before \\end{${name}}.`)
    for (const environment of this.#environments.splice(depth)) this.#close(environment)
  }

  leanok(marker: FileSpan, place: LatexPlace): void {
    this.#block('leanok', place)?.leanok.push(marker)
  }

  mark(name: 'notready' | 'mathlibok', place: LatexPlace): void {
    const { node, isProof } = this.#enclosing() ?? {}
    if (!node || isProof) return this.#astray(name, place)
    if (name === 'notready') node.notReady = true
    else node.mathlib = true
  }

  uses(labels: string, place: LatexPlace): void {
    const block = this.#block('uses', place)
    for (const label of names(labels)) block?.uses.push(label)
  }

  lean(declarations: string, span: FileSpan, place: LatexPlace): void {
    const { node, isProof } = this.#enclosing() ?? {}
    if (!node || isProof) return this.#astray('lean', place)
    for (const name of names(declarations)) node.declarations.push(name)
    node.lean = span
  }

  /** A label outside of a statement is that of a section or a formula. */
  label(label: string): void {
    const environment = this.#enclosing()
    const { node, isProof } = environment ?? {}
    if (!node || isProof) return
    const own = this.#environments.at(-1) === environment
    const list = own ? node.labels : node.innerLabels
    list.push(label)
  }

  proves(label: string, place: LatexPlace): void {
    const environment = this.#enclosing()
    if (!environment?.block || !environment.isProof) return this.#astray('proves', place)
    environment.node = undefined
    this.#proves.push({ label, block: environment.block, place })
  }

  problem(place: LatexPlace, message: string): void {
    this.#problems.push({ ...place, message })
  }

  finish(): Omit<Blueprint, 'files'> {
    for (const environment of this.#environments.splice(0)) {
      this.problem(environment.place, `\\begin{${environment.name}} is never closed.`)
      this.#close(environment)
    }
    const byLabel = new Map(this.#nodes.flatMap((node) => node.labels.map((label) => [label, node])))
    for (const { label, block, place } of this.#proves) {
      const node = byLabel.get(label)
      if (node) node.proofs.push(block)
      else this.problem(place, `\\proves names ${label}, which is the label of no statement.`)
    }
    for (const node of this.#nodes) node.id = node.labels[0] ?? node.declarations[0] ?? node.id
    return { nodes: this.#nodes, problems: this.#problems }
  }

  #close({ isProof, block, node }: Environment): void {
    if (!block || !node) return
    if (isProof) node.proofs.push(block)
    // A proof may contain lemmas; what follows it still belongs to what it proves.
    this.#last = node
  }

  #block(name: string, place: LatexPlace): OpenBlock | undefined {
    const block = this.#enclosing()?.block
    if (!block) this.#astray(name, place)
    return block
  }

  #enclosing(): Environment | undefined {
    return this.#environments.findLast(({ block }) => block !== undefined)
  }

  #astray(name: string, place: LatexPlace): void {
    const kinds = [...this.kinds].join(', ')
    this.problem(place, `\\${name} stands in no environment it could speak of (${kinds}).`)
  }
}
