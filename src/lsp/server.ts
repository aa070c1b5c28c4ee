/**
 * Orch beside Lean's own server: a hint on each hole and code actions that work on it. It reads files as they are on
 * disk, and changes them only through the editor.
 */
import {
  type CancellationToken,
  type Connection,
  DiagnosticSeverity,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
  type WorkDoneProgressReporter,
} from 'vscode-languageserver'
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import * as z from 'zod'
import { OrchError } from '../errors.ts'
import type { ProjectParts } from '../use-cases/index.ts'
import { actionsAt, COMMANDS, type LspCommandName } from './actions.ts'
import { HoleBook } from './file-holes.ts'
import { explanation, hint } from './hints.ts'
import {
  counterexample,
  type HoleAnswer,
  partial,
  proveHole,
  shorten,
  type TextChange,
  type Work,
} from './hole-work.ts'

export interface LspOptions {
  readonly version: string
  /** Called once the editor has said which folder it is about. */
  readonly open: (folder: string | undefined) => Promise<ProjectParts>
  readonly close: () => Promise<void>
  readonly timeoutSeconds: number
}

const Target = z.object({ uri: z.string(), hole: z.string().optional(), declaration: z.string().optional() })
const Settings = z.object({ timeoutSeconds: z.number().positive().max(86_400).optional() }).catch({})

/** Serves on standard input and output; resolves when the editor has gone. */
export async function serveLsp(options: LspOptions): Promise<void> {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout)
  const server = new EditorServer(connection, options)
  const gone = new Promise<void>((resolve) => {
    connection.onExit(() => resolve())
    process.stdin.once('end', () => resolve())
    process.stdin.once('close', () => resolve())
  })
  connection.listen()
  await gone
  server.stop()
  await options.close()
}

class EditorServer {
  readonly #connection: Connection
  readonly #options: LspOptions
  readonly #documents = new TextDocuments(TextDocument)
  readonly #stopping = new AbortController()
  readonly #book: HoleBook
  #parts: Promise<ProjectParts> | undefined
  #folder: string | undefined
  #timeoutSeconds: number
  #can = { hints: false, refresh: false, progress: false }

  constructor(connection: Connection, options: LspOptions) {
    this.#connection = connection
    this.#options = options
    this.#timeoutSeconds = options.timeoutSeconds
    this.#book = new HoleBook(() => this.#open())
    connection.onInitialize((params) => this.#initialize(params))
    connection.onCodeAction(({ textDocument, range }) => {
      const document = this.#documents.get(textDocument.uri)
      if (!document) return []
      return actionsAt(document, range, this.#book.shown(document), this.#book.file(document.uri))
    })
    connection.languages.inlayHint.on(({ textDocument, range }) => {
      const document = this.#documents.get(textDocument.uri)
      if (!document) return []
      const [first, last] = [document.offsetAt(range.start), document.offsetAt(range.end)]
      return this.#book
        .shown(document)
        .filter(({ from, to }) => from <= last && to >= first)
        .map(({ hole, to }) => ({
          position: document.positionAt(to),
          label: `orch: ${hint(hole)}`,
          paddingLeft: true,
          tooltip: { kind: 'markdown' as const, value: explanation(hole) },
        }))
    })
    connection.onExecuteCommand((params, token, progress) =>
      this.#execute(
        params.command,
        params.arguments?.[0],
        token,
        params.workDoneToken === undefined ? undefined : progress,
      ),
    )
    this.#documents.onDidOpen(({ document }) => void this.#read(document.uri))
    this.#documents.onDidSave(({ document }) => void this.#read(document.uri))
    this.#documents.onDidClose(({ document }) => this.#book.forget(document.uri))
    this.#documents.listen(connection)
  }

  stop(): void {
    this.#stopping.abort(new OrchError('closing', 'The editor has closed.'))
    for (const { uri } of this.#documents.all()) this.#book.forget(uri)
  }

  #initialize({
    capabilities,
    workspaceFolders,
    rootUri,
    initializationOptions,
  }: InitializeParams): InitializeResult {
    this.#folder = workspaceFolders?.[0]?.uri ?? rootUri ?? undefined
    this.#timeoutSeconds = Settings.parse(initializationOptions ?? {}).timeoutSeconds ?? this.#timeoutSeconds
    this.#can = {
      hints: capabilities.textDocument?.inlayHint !== undefined,
      refresh: capabilities.workspace?.inlayHint?.refreshSupport === true,
      progress: capabilities.window?.workDoneProgress === true,
    }
    return {
      serverInfo: { name: 'orch', version: this.#options.version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        inlayHintProvider: true,
        codeActionProvider: { codeActionKinds: ['quickfix', 'refactor.rewrite'] },
        executeCommandProvider: { commands: Object.values(COMMANDS), workDoneProgress: true },
      },
    }
  }

  #open(): Promise<ProjectParts> {
    this.#parts ??= this.#options.open(this.#folder)
    // What cannot be opened now may be there later.
    this.#parts.catch(() => {
      this.#parts = undefined
    })
    return this.#parts
  }

  /** Looks at a file again and shows what is there. A file that cannot be read is no reason to disturb anybody. */
  async #read(uri: string): Promise<void> {
    if (!uri.startsWith('file:') || !uri.endsWith('.lean')) return
    try {
      const file = await this.#book.read(uri)
      if (!file) return
      for (const { path, failure } of file.reports)
        if (failure !== undefined) this.#connection.console.info(`${path}: ${failure}`)
    } catch (error) {
      this.#connection.console.error(sentence(error))
    }
    await this.#show(uri)
  }

  async #show(uri: string): Promise<void> {
    if (this.#can.hints) {
      if (this.#can.refresh) await this.#connection.languages.inlayHint.refresh().catch(() => {})
      return
    }
    const document = this.#documents.get(uri)
    if (!document) return
    const diagnostics = this.#book.shown(document).map(({ hole, from, to }) => ({
      range: { start: document.positionAt(from), end: document.positionAt(to) },
      severity: DiagnosticSeverity.Hint,
      source: 'orch',
      message: hint(hole),
    }))
    await this.#connection.sendDiagnostics({ uri, diagnostics })
  }

  async #execute(
    command: string,
    argument: unknown,
    token: CancellationToken,
    given: WorkDoneProgressReporter | undefined,
  ): Promise<{ outcome: string; message: string; applied: boolean }> {
    const target = Target.safeParse(argument)
    const name = (Object.keys(COMMANDS) as LspCommandName[]).find((one) => COMMANDS[one] === command)
    const document = target.success ? this.#documents.get(target.data.uri) : undefined
    if (!target.success || name === undefined || !document)
      return this.#tell('error', 'There is nothing to do here.')
    const file = this.#book.file(document.uri)
    if (!file || file.text !== document.getText())
      return this.#tell('unsaved', 'Save the file first: Orch reads what is on disk.')
    // The document is changed in place: what it was when the search began is remembered here.
    const { uri, version } = document
    const stop = new AbortController()
    const cancel = () => stop.abort(new OrchError('cancelled', 'Cancelled.'))
    token.onCancellationRequested(cancel)
    const own =
      given === undefined && this.#can.progress
        ? await this.#connection.window.createWorkDoneProgress()
        : undefined
    own?.token.onCancellationRequested(cancel)
    const progress = given ?? own
    progress?.begin(TITLES[name], undefined, undefined, true)
    try {
      const work = {
        parts: await this.#open(),
        uri: document.uri,
        file,
        timeoutSeconds: this.#timeoutSeconds,
        signal: AbortSignal.any([stop.signal, this.#stopping.signal]),
        tell: (message: string) => progress?.report(message),
      }
      const answer = await this.#work(name, work, target.data)
      if (stop.signal.aborted) return this.#tell('cancelled', 'Cancelled.')
      const applied = answer.changes.length > 0 && (await this.#apply({ uri, version }, answer))
      const late =
        answer.changes.length > 0 && !applied ? ' The file was changed meanwhile, so it was left alone.' : ''
      return { ...this.#tell(answer.outcome, answer.message + late), applied }
    } catch (error) {
      return stop.signal.aborted
        ? this.#tell('cancelled', 'Cancelled.')
        : this.#tell('error', sentence(error))
    } finally {
      progress?.done()
      void this.#read(document.uri)
    }
  }

  #work(
    name: LspCommandName,
    work: Work,
    { hole: id, declaration }: z.infer<typeof Target>,
  ): Promise<HoleAnswer> {
    if (name === 'golf' && declaration !== undefined) return shorten(work, declaration)
    const hole = work.file.holes.find((one) => one.id === id)
    if (!hole) throw new OrchError('no_hole', 'This hole is not there any more.')
    if (name === 'prove') return proveHole(work, hole)
    return name === 'counterexample' ? counterexample(work, hole) : partial(work, hole)
  }

  /** Only if nobody has typed since the search began. */
  async #apply(
    { uri, version }: Pick<TextDocument, 'uri' | 'version'>,
    { message, changes }: HoleAnswer,
  ): Promise<boolean> {
    const document = this.#documents.get(uri)
    if (!document || document.version !== version) return false
    const edits = changes.map(({ from, to, text }: TextChange) => ({
      range: { start: document.positionAt(from), end: document.positionAt(to) },
      newText: text,
    }))
    const edit = { documentChanges: [{ textDocument: { uri, version }, edits }] }
    return (await this.#connection.workspace.applyEdit({ label: message, edit })).applied
  }

  #tell(outcome: string, message: string) {
    const type =
      outcome === 'error' ? MessageType.Error : outcome === 'refuted' ? MessageType.Warning : MessageType.Info
    void this.#connection.sendNotification(ShowMessageNotification.type, {
      type,
      message: `Orch: ${message}`,
    })
    return { outcome, message, applied: false }
  }
}

const TITLES: Readonly<Record<LspCommandName, string>> = {
  prove: 'Orch: searching for a proof',
  counterexample: 'Orch: searching for a counterexample',
  partial: 'Orch: looking for a partial proof',
  golf: 'Orch: shortening the proof',
}

function sentence(error: unknown): string {
  if (!(error instanceof OrchError)) return error instanceof Error ? error.message : String(error)
  return error.hint === undefined ? error.message : `${error.message} ${error.hint}`
}
