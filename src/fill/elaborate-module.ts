/** One file of a project in Lean: on top of the modules that it imports, each elaborated in its own name and scope. */
import { createHash } from 'node:crypto'
import { withoutHeader } from '../goal/index.ts'
import {
  chainOf,
  type FileReply,
  GoalError,
  LeanGoneError,
  type LeanMessage,
  type LeanPool,
  type LeanServer,
  type TextPart,
} from '../lean/index.ts'
import { estimateDifficulty } from './difficulty.ts'
import type { CommandSpan, Hole, ModuleReport } from './hole.ts'
import { optionCommands } from './lean-options.ts'
import type { Project, ProjectModule } from './project.ts'
import { indentation, TextLines, type TextSpan } from './text-lines.ts'

export interface ElaborationOptions {
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** A file that takes longer than this in Lean is not waited for. */
export const FILE_TIMEOUT_MS = 120_000

/** The modules below one, as pieces of text in build order, each behind the options that its lakefile sets. */
export function partsBelow(project: Project, module: string): TextPart[] {
  return project.dependencies(module).flatMap(({ name, text }): TextPart[] => {
    const options = optionCommands(project.options(name)).text
    const body = { text: withoutHeader(text), whole: true }
    return options === '' ? [{ ...body, module: name }] : [{ text: options, module: name }, body]
  })
}

/** How a module begins that is being worked on. */
export function beginning(project: Project, module: string): TextPart {
  return { text: optionCommands(project.options(module)).text, module: '' }
}

/** What a module needs from outside of the project, its dependencies' needs included. */
export function externalImports(project: Project, module: string): string[] {
  const all = [...project.dependencies(module), project.modules.get(module)].flatMap(
    (one) => one?.external ?? [],
  )
  return [...new Set(all)].filter((name) => name !== 'Init')
}

/** Elaborates a module and finds its holes. What goes wrong is part of the report. */
export async function elaborateModule(
  pool: LeanPool,
  project: Project,
  module: ProjectModule,
  options: ElaborationOptions = {},
): Promise<ModuleReport> {
  const { name, path } = module
  const hash = project.sourceHash(name)
  const failed = (failure: string): ModuleReport => ({
    module: name,
    path,
    hash,
    commands: [],
    declarations: [],
    holes: [],
    errors: [],
    failure,
  })
  const { timeoutMs = FILE_TIMEOUT_MS, signal } = options
  try {
    return await pool.use(async (server) => {
      const imports = externalImports(project, name)
      const below = partsBelow(project, name)
      const refused = await refusedOption(server, project, name, { imports, parts: below }, options)
      if (refused !== undefined) return failed(refused)
      const parts = [...below, beginning(project, name)]
      const { env } = await chainOf(server, { imports, parts }, { timeoutMs, signal })
      const request = { text: leanBody(module.text), env, commands: true, keys: true, checkedOnly: true }
      const answer = await server.request('file', request, { timeoutMs, signal })
      if (answer.kind === 'timeout') return failed(tooLong(timeoutMs))
      if (answer.kind === 'no') return failed(answer.failure.message)
      const { holes, env: made } = answer.value
      await forget(
        server,
        holes.map(({ state }) => state),
        made,
      )
      return readReport(project, module, answer.value, pool.toolchain.fingerprint)
    }, signal)
  } catch (error) {
    if (signal?.aborted) throw error
    if (error instanceof GoalError) {
      return failed(error.place === 'imports' ? missingImport(project, module, error.message) : error.message)
    }
    if (error instanceof LeanGoneError) return failed(`Lean did not survive it: ${error.message}`)
    throw error
  }
}

/** What Lean says about options of the lakefile that it does not take, those apart that it need not know. */
async function refusedOption(
  server: LeanServer,
  project: Project,
  module: string,
  below: Parameters<typeof chainOf>[1],
  { timeoutMs = FILE_TIMEOUT_MS, signal }: ElaborationOptions,
): Promise<string | undefined> {
  const { strict: text } = optionCommands(project.options(module))
  if (text === '') return undefined
  const { env } = await chainOf(server, below, { timeoutMs, signal })
  const answer = await server.request('file', { text, env, module: '' }, { timeoutMs, signal })
  if (answer.kind !== 'ok') return undefined
  await forget(server, [], answer.value.env)
  const error = answer.value.messages.find(({ severity }) => severity === 'error')
  return error && `the lakefile sets an option that this Lean does not take: ${error.text}`
}

async function forget(server: LeanServer, states: readonly number[], env: number | null): Promise<void> {
  await server.request('drop', { states, ...(env !== null && { env }) })
}

/** A file's text as Lean is given it: its header blank, its line ends plain. */
export function leanBody(text: string): string {
  return withoutHeader(text)
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
}

export function tooLong(timeoutMs: number): string {
  return `Lean did not get through it within ${Math.round(timeoutMs / 1000)} s`
}

function missingImport(project: Project, { path, name }: ProjectModule, message: string): string {
  const wanted = externalImports(project, name)
  const missing =
    wanted.find((one) => message.includes(one)) ??
    wanted.find((one) => message.includes(one.split('.')[0] ?? one))
  return (
    `${path} imports ${missing ?? wanted.join(', ')}, which this Lean does not have (${message.trim()}). ` +
    `Install the project's own Lean (elan and 'lake build'), and run again with --lean native`
  )
}

function readReport(
  project: Project,
  module: ProjectModule,
  reply: FileReply,
  fingerprint: string,
): ModuleReport {
  const lines = new TextLines(module.text)
  const commands = (reply.commands ?? []).map(({ start, end, kind }): CommandSpan => {
    const at = start ?? { line: 1, column: 0 }
    return { ...lines.span(at, end ?? at), kind }
  })
  // A file of imports and comments alone ends where Lean expects a command.
  const messages = commands.length === 0 ? [] : reply.messages
  const errors = messages.filter(({ severity }) => severity === 'error')
  const keyAt = contextKeys(project, module, commands, fingerprint)
  const counts = new Map<string, number>()
  const holes = reply.holes
    .flatMap((hole) => (hole.start && hole.end ? [{ ...hole, span: lines.span(hole.start, hole.end) }] : []))
    .toSorted((one, other) => one.span.from - other.span.from)
    .map(({ span, goals, declaration, isTactic, isProof }): Hole => {
      const command = commands.findIndex((one) => one.from <= span.from && span.to <= one.to)
      const owner = declaration ?? `command ${command + 1}`
      const number = (counts.get(owner) ?? 0) + 1
      counts.set(owner, number)
      const goal = goals[0]?.text ?? ''
      return {
        id: `${module.name}/${owner}/${number}`,
        module: module.name,
        file: module.file,
        path: module.path,
        span,
        declaration,
        command,
        goal,
        key: keyAt(command, `${goals[0]?.key ?? goal} ${number}`),
        isTactic,
        isProof,
        indentation: indentation(lines.line(span.start.line)),
        difficulty: estimateDifficulty(goal),
        unsearchable: whyNot(isProof, goal, commands[command], errors, lines),
      }
    })
  const { name, path } = module
  return {
    module: name,
    path,
    hash: project.sourceHash(name),
    commands,
    declarations: reply.declarations ?? [],
    holes,
    errors,
  }
}

function whyNot(
  isProof: boolean,
  goal: string,
  command: TextSpan | undefined,
  errors: readonly LeanMessage[],
  lines: TextLines,
): string | undefined {
  if (!isProof) return 'a value is wanted here, not a proof: which one is for the author to say'
  const inside = (message: LeanMessage) => {
    const at = lines.offset(message.start)
    return command !== undefined && at >= command.from && at <= command.to
  }
  if (errors.some(inside)) return 'its declaration has errors of its own'
  return /\bsorry\b/.test(goal) ? 'its goal itself contains sorry' : undefined
}

/** A hole's key stands for everything that decides what its goal means and what a proof of it may use. */
function contextKeys(
  project: Project,
  module: ProjectModule,
  commands: readonly TextSpan[],
  fingerprint: string,
): (command: number, goalKey: string) => string {
  const below = module.imports.map((name) => project.sourceHash(name))
  const options = JSON.stringify(project.options(module.name))
  const base = [fingerprint, ...module.external, ...below, module.name, options].join('\u0000')
  return (command, goalKey) => {
    const before = module.text.slice(0, commands[command]?.from ?? 0)
    const parts = [base, before, goalKey].join('\u0000')
    return `hole:${createHash('sha256').update(parts).digest('hex').slice(0, 40)}`
  }
}
