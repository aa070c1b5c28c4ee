import { posix } from 'node:path'
import { InputError } from '../errors.ts'
import { type LatexArgument, Lines, TokenStream } from './arguments.ts'
import type { Blueprint, FileSpan } from './blueprint.ts'
import { BlueprintBuilder, type LatexPlace } from './builder.ts'
import { afterDefinition, afterFalse, isDefining } from './definitions.ts'
import { tokenizeLatex } from './tokens.ts'

/** Where the text of a file comes from: undefined where there is none. Paths are relative to the project, with `/`. */
export type ReadSource = (path: string) => string | undefined

const MOST = { files: 2000, characters: 32_000_000, inputs: 50 }

/** Reads a blueprint from its main file, following `\input` and `\include`. */
export function readBlueprint(main: string, read: ReadSource): Blueprint {
  const text = read(main)
  if (text === undefined)
    throw new InputError('no_blueprint', `There is no blueprint at ${main}.`, {
      hint: 'Give its main file: orch blueprint status --main blueprint/src/web.tex',
    })
  const reader = new Reader(main, read)
  reader.open(main, text)
  return { files: reader.files, ...reader.builder.finish() }
}

class Reader {
  readonly files = new Map<string, string>()
  readonly builder = new BlueprintBuilder()
  readonly #main: string
  readonly #read: ReadSource
  /** The files that are being read, each inside the one before it. */
  readonly #path: string[] = []
  #characters = 0
  #ended = false

  constructor(main: string, read: ReadSource) {
    this.#main = main
    this.#read = read
  }

  open(path: string, text: string): void {
    this.#characters += text.length
    if (
      this.files.size >= MOST.files ||
      this.#characters > MOST.characters ||
      this.#path.length >= MOST.inputs
    )
      throw new InputError('blueprint_too_large', `The blueprint is too large at ${path}.`, {
        hint: `It may have ${MOST.files} files, ${MOST.characters / 1e6} million characters, and inputs ${MOST.inputs} deep.`,
      })
    this.files.set(path, text)
    this.#path.push(path)
    const file = new OpenFile(path, text)
    const { tokens } = file.stream
    for (let index = 0; index < tokens.length && !this.#ended; ) {
      const token = tokens[index]
      index = token?.kind === 'word' ? this.#command(file, token.name, index) : index + 1
    }
    this.#path.pop()
  }

  /** Does what a command asks for and says which token comes next. */
  #command(file: OpenFile, name: string, index: number): number {
    const { builder } = this
    const { stream } = file
    if (isDefining(name)) return afterDefinition(stream, index)
    const place = () => file.place(index)
    const group = stream.argument(index, '{')
    switch (name) {
      case 'iffalse':
        return afterFalse(stream.tokens, index)
      case 'leanok': {
        const { start, end } = file.span(index)
        const braces = stream.source.startsWith('{}', end) ? 2 : 0
        builder.leanok({ file: file.path, start, end: end + braces }, place())
        return index + 1
      }
      case 'notready':
      case 'mathlibok':
        builder.mark(name, place())
        return index + 1
      case 'input':
      case 'include':
      case 'subfile':
        this.#input(file, group?.text.trim() ?? bareName(stream, index), place())
        return group?.next ?? index + 1
      case 'usepackage':
        return this.#packageOptions(stream, index)
    }
    if (!group) return index + 1
    const text = group.text.trim()
    switch (name) {
      case 'begin':
        return this.#begin(file, index, group)
      case 'end':
        builder.end(text, place())
        this.#ended ||= text === 'document'
        break
      case 'lean':
        builder.lean(text, file.span(index, group.end), place())
        break
      case 'uses':
        builder.uses(text, place())
        break
      case 'proves':
        builder.proves(text, place())
        break
      case 'label':
        builder.label(text)
        break
      default:
        return index + 1
    }
    return group.next
  }

  #begin(file: OpenFile, index: number, group: LatexArgument): number {
    const option = file.stream.argument(group.next - 1, '[')
    const opening = file.span(index, option?.end ?? group.end)
    this.builder.begin(group.text.trim(), opening, option?.text.trim(), file.place(index))
    return option?.next ?? group.next
  }

  #input(from: OpenFile, name: string, place: LatexPlace): void {
    if (name === '') return
    const found = this.#find(from, name)
    if (found === undefined) return this.builder.problem(place, `There is no file ${name} to read here.`)
    const { path, text } = found
    const before = this.#path.indexOf(path)
    if (before >= 0) {
      const circle = [...this.#path.slice(before), path].join(' → ')
      throw new InputError(
        'blueprint_circular',
        `${place.file}:${place.line}: ${path} reads itself: ${circle}.`,
        { hint: 'Remove the \\input that closes the circle.' },
      )
    }
    if (this.files.has(path))
      this.builder.problem(place, `${path} was read before; this time it is left out.`)
    else this.open(path, text)
  }

  /** As TeX does: with `.tex` first, seen from the main file; then seen from this one. */
  #find({ path: from }: OpenFile, name: string): { path: string; text: string } | undefined {
    for (const folder of new Set([posix.dirname(this.#main), posix.dirname(from)])) {
      for (const file of name.endsWith('.tex') ? [name] : [`${name}.tex`, name]) {
        const path = posix.normalize(posix.isAbsolute(file) ? file : posix.join(folder, file))
        if (posix.isAbsolute(path) || path === '..' || path.startsWith('../'))
          throw new InputError(
            'blueprint_outside',
            `${from} reads ${name}, which is outside of the project.`,
            {
              hint: 'A blueprint may read only files below the folder of its project.',
            },
          )
        const text = this.files.get(path) ?? this.#read(path)
        if (text !== undefined) return { path, text }
      }
    }
    return undefined
  }

  #packageOptions(stream: TokenStream, index: number): number {
    const option = stream.argument(index, '[')
    const group = stream.argument(option ? option.next - 1 : index, '{')
    if (option && group && /^(?:blueprint|depgraph)$/.test(group.text.trim())) {
      const pairs = option.text.split(',').map((one) => one.split('='))
      const [, list] = pairs.find(([key]) => key?.trim() === 'thms') ?? []
      if (list !== undefined) this.builder.kinds = new Set(list.split('+').map((kind) => kind.trim()))
    }
    return group?.next ?? index + 1
  }
}

class OpenFile {
  readonly path: string
  readonly stream: TokenStream
  readonly #lines: Lines

  constructor(path: string, text: string) {
    this.path = path
    this.stream = new TokenStream(text, tokenizeLatex(text))
    this.#lines = new Lines(text)
  }

  span(index: number, end = this.stream.tokens[index]?.end ?? 0): FileSpan {
    return { file: this.path, start: this.stream.tokens[index]?.start ?? 0, end }
  }

  place(index: number): LatexPlace {
    return { file: this.path, line: this.#lines.lineOf(this.span(index).start) }
  }
}

/** `\input name` without braces. */
function bareName({ source, tokens }: TokenStream, index: number): string {
  const pattern = /[ \t]*([^\s{}%\\]*)/y
  pattern.lastIndex = tokens[index]?.end ?? 0
  return pattern.exec(source)?.[1] ?? ''
}
