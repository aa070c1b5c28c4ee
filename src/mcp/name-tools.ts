/** Names in Lean files: what there is, what it says, where it is used, and how it may go on. */
import { resolve } from 'node:path'
import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { InputError } from '../errors.ts'
import { endingOf } from '../goal/index.ts'
import { lookUp } from '../premises/index.ts'
import { completionsAt, outlineOf, placeIn, referencesTo } from '../use-cases/index.ts'
import { columnField, lineField, pathField } from './file-tools.ts'
import { pageFields, pageOf } from './page.ts'
import type { McpParts } from './server.ts'
import { addTool } from './tool.ts'

const TYPED_LETTER = /[\p{L}\p{N}_'!?₀-₉.]/u
/** Of the library, for one search. */
const MOST_FOUND = 200

export function addNameTools(server: McpServer, parts: McpParts): void {
  const { files, lean } = parts

  addTool(
    server,
    'file_outline',
    {
      title: 'The declarations of a file',
      description:
        'What a Lean file imports and declares: name, kind, signature, line, whether it still has a sorry. The quickest ' +
        'way to know a file without reading it.',
      readOnly: true,
      input: z.object({ path: pathField, ...pageFields(100) }),
    },
    async ({ path, offset, limit }, { signal }) => {
      const file = await files.file(resolve(path), signal)
      const { imports, external } = file.module
      return { imports: [...external, ...imports], ...pageOf(outlineOf(file), offset, limit) }
    },
  )

  addTool(
    server,
    'file_hover',
    {
      title: 'What stands here',
      description:
        'The term at a line and column: its type, the type that is wanted there, its full name and documentation, and ' +
        'where it is declared. Place the column on the name itself.',
      readOnly: true,
      input: z.object({ path: pathField, line: lineField, column: columnField }),
    },
    async ({ path, line, column }, { signal }) => {
      const file = await files.file(resolve(path), signal)
      const { term } = await files.inspect(file, placeIn(file, line, column), { signal })
      const place = { line, column, end_line: null, end_column: null }
      const nothing = { text: null, type: null, expected_type: null, name: null, kind: null, doc: null }
      if (!term) return { ...nothing, declared_at: null, module: null, ...place }
      const { start, end, text, type, expected, name, kind } = term
      const all = await files.all(resolve(path), signal)
      const entry = name === null ? undefined : all.flatMap(outlineOf).find((one) => one.name === name)
      const { finder } = await lean.open()
      const library = name === null ? undefined : finder.index(file.module.external)?.theorem(name)
      return {
        text,
        type,
        expected_type: expected,
        name,
        kind,
        doc: entry?.doc ?? null,
        declared_at: entry ? { path: entry.path, line: entry.line, column: entry.column } : null,
        module: library?.module ?? null,
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
      }
    },
  )

  addTool(
    server,
    'file_completions',
    {
      title: 'How a name may go on',
      description:
        'Names that complete what stands before a line and column: hypotheses of the goal there, declarations of the ' +
        'project, names of the library (`xs.len` looks below the type of xs). Use it rather than guess a name.',
      readOnly: true,
      input: z.object({ path: pathField, line: lineField, column: columnField, ...pageFields(32) }),
    },
    async ({ path, line, column, offset, limit }, { signal }) => {
      const file = await files.file(resolve(path), signal)
      const at = placeIn(file, line, column)
      const text = file.reading.body.split('\n')[line - 1] ?? ''
      const typed = endingOf([...text].slice(0, at.column).join(''), TYPED_LETTER)
      const { tactic } = await files.inspect(file, at, { signal })
      const [receiver = ''] = typed.split('.')
      const before = placeIn(file, line, at.column - [...typed].length)
      const { term } = await files.inspect(file, before, { signal })
      const receiverType = term?.text === receiver ? (term.type ?? undefined) : undefined
      const outline = (await files.all(resolve(path), signal)).flatMap(outlineOf)
      const { finder } = await lean.open()
      const library = finder.index(file.module.external)?.names()
      // The index is built in the background, for whoever asks next.
      if (!library) lean.buildPremises(file.module.external).catch(() => {})
      const note = library ? null : 'without the library: its index is being built, ask again in a minute'
      const found = completionsAt(typed, { goals: tactic?.before ?? [], outline, library, receiverType })
      return { typed, note, ...pageOf(found, offset, limit) }
    },
  )

  addTool(
    server,
    'find_declarations',
    {
      title: 'Search for declarations',
      description:
        'Declarations of a project and theorems of the library whose names have these words (`reverse append`, ' +
        '`Tree.size`). Use it to make sure that a name exists. For statements of a shape, search_premises takes patterns.',
      readOnly: true,
      input: z.object({
        query: z.string().min(1).describe('Words of a name, or a part of one'),
        path: z.string().default('.').describe('A folder or a file of the project'),
        ...pageFields(32),
      }),
    },
    async ({ query, path, offset, limit }, { signal }) => {
      const words = query
        .toLowerCase()
        .split(/[\s._]+/u)
        .filter(Boolean)
      const own = (await viewed(path, signal)).flatMap(outlineOf).filter(({ name }) => {
        const lower = name.toLowerCase()
        return words.every((word) => lower.includes(word))
      })
      const { finder } = await lean.open()
      const index = finder.index([])
      // The index is built in the background, for whoever asks next.
      if (!index) lean.buildPremises([]).catch(() => {})
      const named = index ? lookUp(index, words.join(' '), { limit: MOST_FOUND }).names : []
      const fitting = named.filter((name) => words.every((word) => name.toLowerCase().includes(word)))
      const found = [
        ...own.map(({ name, kind, signature, path: file, line, column }) => ({
          name,
          kind,
          statement: signature,
          path: file,
          line,
          column,
        })),
        ...fitting.map((name) => ({
          name,
          kind: 'theorem',
          statement: index?.theorem(name)?.statement ?? null,
          path: null,
          line: null,
          column: null,
        })),
      ]
      const source = index
        ? 'project and library'
        : 'the project alone: the index of the library is being built, ask again in a minute'
      return { source, ...pageOf(found, offset, limit) }
    },
  )

  addTool(
    server,
    'find_references',
    {
      title: 'Where a declaration is used',
      description:
        'Every place of a project that names a declaration, its own first: give the full name, or a line and column on ' +
        'it. Which declarations use it is what Lean says; the places in them are found by the name.',
      readOnly: true,
      input: z.object({
        path: z.string().default('.').describe('The project, or the file of the line and column'),
        name: z.string().min(1).optional(),
        line: lineField.optional(),
        column: columnField.optional(),
        ...pageFields(50),
      }),
    },
    async ({ path, name: given, line, column, offset, limit }, { signal }) => {
      const name = given ?? (line === undefined ? undefined : await nameAt(path, line, column, signal))
      if (name === undefined)
        throw new InputError('no_name', 'There is no constant at that place.', {
          hint: 'Give a name, or a line and column on one.',
        })
      const found = referencesTo(name, await viewed(path, signal))
      const ordered = found.toSorted(
        (one, other) => Number(other.is_declaration) - Number(one.is_declaration),
      )
      return { name, ...pageOf(ordered, offset, limit) }
    },
  )

  const viewed = (path: string, signal: AbortSignal) => files.all(resolve(path), signal)

  async function nameAt(path: string, line: number, column: number | undefined, signal: AbortSignal) {
    const file = await files.file(resolve(path), signal)
    const { term } = await files.inspect(file, placeIn(file, line, column), { signal })
    return term?.name ?? undefined
  }
}
