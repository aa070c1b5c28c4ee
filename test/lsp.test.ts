/** `orch lsp` as an editor uses it: a real client over standard input and output, real Lean behind it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ApplyWorkspaceEditRequest,
  type CodeAction,
  CodeActionRequest,
  type Command,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExecuteCommandRequest,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type InlayHint,
  InlayHintRefreshRequest,
  InlayHintRequest,
  LogMessageNotification,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  ShowMessageNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentEdit,
  WorkDoneProgress,
  WorkDoneProgressCancelNotification,
  WorkDoneProgressCreateRequest,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { openLedger } from '../src/ledger/index.ts'
import { runOrch } from './cli/run-orch.ts'
import { KERNEL_OFF } from './exploits/carriers/claims.ts'

const CLI = join(import.meta.dirname, '..', 'src', 'cli.ts')
/** Never the same file twice: what earlier runs found about it would be known. */
const TEXT = `-- ${randomUUID()}
def twice (n : Nat) : Nat := n + n

theorem «twice é» (n : Nat) : twice n = 2 * n := by
  sorry -- 𝔸

theorem small (n : Nat) : twice n < 3 := sorry

theorem fermat (a b c n : Nat) (h : 2 < n) (e : a ^ n + b ^ n = c ^ n) : a * b = 0 ∧ True := by
  sorry

theorem done (n : Nat) : n + 0 = n := by
  induction n with
  | zero => rfl
  | succ n ih => rfl
`

/** An editor with one file open. */
class Editor implements AsyncDisposable {
  readonly connection: ProtocolConnection
  readonly messages: string[] = []
  readonly hintRounds: (() => void)[] = []
  readonly progress: string[] = []
  /** Called for every work that the server begins, with what cancels it. */
  onWork: (cancel: () => void) => void = () => {}
  document: TextDocument
  readonly #process: ChildProcess
  readonly #file: string

  constructor(folder: string, file: string, text: string) {
    this.#file = join(folder, file)
    writeFileSync(this.#file, text)
    this.document = TextDocument.create(pathToFileURL(this.#file).href, 'lean', 1, text)
    const env = {
      ...process.env,
      ORCH_HOME: join(folder, '.orch'),
      ORCH_TIMEOUT_REFUTE: '60',
      ORCH_TIMEOUT_MICRO: '60',
    }
    this.#process = spawn(process.execPath, [CLI, 'lsp', '--lean', 'embedded', '--timeout', '150'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const { stdin, stdout } = this.#process
    if (!stdin || !stdout) throw new Error('unreachable')
    this.connection = createProtocolConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    )
    this.connection.onNotification(
      ShowMessageNotification.type,
      ({ message }) => void this.messages.push(message),
    )
    this.connection.onRequest(InlayHintRefreshRequest.type, () => {
      for (const done of this.hintRounds.splice(0)) done()
    })
    this.connection.onRequest(ApplyWorkspaceEditRequest.type, ({ edit }) => {
      const [change] = (edit.documentChanges ?? []) as TextDocumentEdit[]
      if (change?.textDocument.version !== this.document.version) return { applied: false }
      this.type(TextDocument.applyEdits(this.document, change.edits as never))
      return { applied: true }
    })
    this.connection.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => {
      this.connection.onProgress(WorkDoneProgress.type, token, (value) => {
        this.progress.push(`${value.kind} ${'message' in value ? value.message : ''}`)
        if (value.kind === 'report')
          this.onWork(
            () => void this.connection.sendNotification(WorkDoneProgressCancelNotification.type, { token }),
          )
      })
    })
    this.connection.listen()
  }

  async open({ hints }: { readonly hints: boolean }) {
    const capabilities = {
      window: { workDoneProgress: true },
      workspace: { applyEdit: true, inlayHint: { refreshSupport: true } },
      textDocument: hints ? { inlayHint: {} } : {},
    }
    const rootUri = new URL('.', this.document.uri).href
    const told = await this.connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri,
      capabilities,
      workspaceFolders: null,
    })
    await this.connection.sendNotification(InitializedNotification.type, {})
    const { uri, languageId, version } = this.document
    const textDocument = { uri, languageId, version, text: this.document.getText() }
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument })
    return told
  }

  /** The whole text anew, as one change; not saved. */
  type(text: string): void {
    const { uri, version } = this.document
    this.document = TextDocument.create(uri, 'lean', version + 1, text)
    void this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: version + 1 },
      contentChanges: [{ text }],
    })
  }

  lineOf(words: string): number {
    return this.document
      .getText()
      .split('\n')
      .findIndex((line) => line.includes(words))
  }

  async save(): Promise<void> {
    writeFileSync(this.#file, this.document.getText())
    const { uri } = this.document
    await this.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } })
  }

  /** Resolves when the server says that there are new hints. */
  newHints(): Promise<void> {
    return new Promise((resolve) => this.hintRounds.push(resolve))
  }

  async hints(): Promise<string[]> {
    const range = {
      start: { line: 0, character: 0 },
      end: this.document.positionAt(this.document.getText().length),
    }
    const hints = await this.connection.sendRequest(InlayHintRequest.type, {
      textDocument: { uri: this.document.uri },
      range,
    })
    return (hints ?? []).map(
      ({ position, label }: InlayHint) => `${position.line}:${position.character} ${String(label)}`,
    )
  }

  /** Waits until the hints say these things, in this order, and the text is the one that the server has read. */
  async hintsLike(wanted: readonly string[]): Promise<void> {
    for (;;) {
      const next = this.newHints()
      const words = (await this.hints()).map((hint) => hint.replace(/^\S+ /, ''))
      if (words.join() === wanted.join()) return
      await next
    }
  }

  async actions(line: number): Promise<CodeAction[]> {
    const at = { line, character: 3 }
    const found = await this.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: this.document.uri },
      range: { start: at, end: at },
      context: { diagnostics: [] },
    })
    return (found ?? []) as CodeAction[]
  }

  async run(line: number, title: string): Promise<{ outcome: string; message: string; applied: boolean }> {
    const action = (await this.actions(line)).find((one) => one.title === title)
    const { command, arguments: given } = action?.command ?? ({} as Command)
    if (command === undefined) throw new Error(`no action ${title} on line ${line}`)
    return this.connection.sendRequest(ExecuteCommandRequest.type, { command, arguments: given ?? [] })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('close', resolve))
    await this.connection.sendRequest(ShutdownRequest.type)
    await this.connection.sendNotification(ExitNotification.type)
    await ended
    this.connection.dispose()
  }
}

let folder = ''
let editor: Editor
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'orch-lsp-')))
  editor = new Editor(folder, 'Twice.lean', TEXT)
  const found = editor.newHints()
  const { capabilities } = await editor.open({ hints: true })
  expect(capabilities).toMatchObject({
    inlayHintProvider: true,
    executeCommandProvider: { workDoneProgress: true },
  })
  await found
})
afterAll(async () => {
  await editor[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

describe('an editor', () => {
  it('sees a quiet hint behind each hole, which moves with the text', async () => {
    const at = (...places: string[]) => places.map((place) => `${place} orch: not tried`)
    expect(await editor.hints()).toEqual(at('4:7', '6:46', '9:7'))
    editor.type(`-- new\n${TEXT}`)
    expect(await editor.hints()).toEqual(at('5:7', '7:46', '10:7'))
    editor.type(TEXT.replace('sorry', 'omega'))
    expect(await editor.hints()).toEqual(at('6:46', '9:7'))
    expect(await editor.run(6, 'Prove with Orch')).toMatchObject({ outcome: 'unsaved', applied: false })
    editor.type(TEXT)
  })

  it('offers to work on a hole where one is, and nothing elsewhere', async () => {
    const titles = async (line: number) => (await editor.actions(line)).map(({ title }) => title)
    expect(await titles(4)).toEqual(['Prove with Orch', 'Show counterexample', 'Insert best partial proof'])
    expect(await titles(0)).toEqual([])
  })

  it('gets a proof, with progress on the way, as an edit of its own text', async () => {
    const answer = await editor.run(4, 'Prove with Orch')
    expect(answer).toMatchObject({ outcome: 'proved', applied: true })
    expect(answer.message).toContain('Proved «twice é» with')
    const text = editor.document.getText()
    expect(text).not.toMatch(/\n {2}sorry -- 𝔸/)
    expect(text).toContain(' -- 𝔸')
    expect(text.split('\n').slice(5)).toEqual(expect.arrayContaining(TEXT.split('\n').slice(5)))
    expect(editor.progress[0]).toBe('begin ')
    expect(editor.progress).toContainEqual(expect.stringMatching(/^report trying/))
    expect(editor.progress.at(-1)).toContain('end')
    await editor.save()
    await editor.hintsLike(['orch: not tried', 'orch: not tried'])
  })

  it('is shown a counterexample, and the hint says so from then on', async () => {
    const line = editor.lineOf('theorem small')
    const answer = await editor.run(line, 'Show counterexample')
    expect(answer).toMatchObject({ outcome: 'refuted', applied: false })
    expect(answer.message).toMatch(/^small is false for n = \d+/)
    expect(editor.messages.at(-1)).toContain('is false for')
    await editor.hintsLike(['orch: false', 'orch: not tried'])
  })

  it('cancels a search', async () => {
    editor.onWork = (cancel) => cancel()
    const answer = await editor.run(editor.lineOf('theorem fermat') + 1, 'Prove with Orch')
    expect(answer).toMatchObject({ outcome: 'cancelled', applied: false })
    editor.onWork = () => {}
  })

  it('takes the best branch that a search left, if the file still elaborates with it', async () => {
    const { stdout } = await runOrch(['sorries', join(folder, 'Twice.lean'), '--json', '--lean', 'embedded'])
    const { holes } = JSON.parse(stdout) as { holes: { declaration: string; goal_hash: string }[] }
    const goalKey = holes.find(({ declaration }) => declaration === 'fermat')?.goal_hash ?? ''
    const ledger = await openLedger({ home: join(folder, '.orch') })
    const scripts = ['exact nowhere', 'refine ⟨?_, trivial⟩\ncases h']
    await ledger.saveUnfinished({
      goalKey,
      strategy: 'copilot',
      strategyVersion: '1',
      scripts,
      runId: undefined,
    })
    await ledger.close()
    const answer = await editor.run(editor.lineOf('theorem fermat') + 1, 'Insert best partial proof')
    expect(answer).toMatchObject({ outcome: 'partial', applied: true })
    const block = '  refine ⟨?_, trivial⟩\n  cases h\n  all_goals sorry\n'
    expect(editor.document.getText()).toContain(`a * b = 0 ∧ True := by\n${block}\ntheorem done`)
  })

  it('shortens a proof that is there', async () => {
    await editor.save()
    await editor.hintsLike(['orch: false', 'orch: not tried'])
    const line = editor.lineOf('theorem done')
    const answer = await editor.run(line, 'Golf done with Orch')
    expect(answer).toMatchObject({ outcome: 'golfed', applied: true })
    expect(editor.document.getText()).toMatch(/theorem done \(n : Nat\) : n \+ 0 = n := by\s+\w+\n$/)
  })
})

it('shows diagnostics where an editor has no hints in the text, and takes nothing false for proved', async () => {
  const other = new Editor(folder, 'Plain.lean', 'theorem p : 1 = 2 := sorry\n')
  const shown = new Promise((resolve) => {
    other.connection.onNotification(PublishDiagnosticsNotification.type, ({ diagnostics }) =>
      resolve(diagnostics),
    )
  })
  await using _ = other
  await other.open({ hints: false })
  expect(await shown).toMatchObject([{ severity: 4, source: 'orch', message: 'not tried' }])

  const open = async (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    const textDocument = { uri: pathToFileURL(join(folder, name)).href, languageId: 'lean', version: 1, text }
    const read = new Promise<void>((resolve) => {
      other.connection.onNotification(PublishDiagnosticsNotification.type, ({ uri }) => {
        if (uri === textDocument.uri) resolve()
      })
    })
    await other.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument })
    await read
    return textDocument
  }
  // A file that switches the kernel off is not read, and the editor's log says why.
  const log: string[] = []
  other.connection.onNotification(LogMessageNotification.type, ({ message }) => void log.push(message))
  const off = await open('Off.lean', `${KERNEL_OFF.preamble}\ntheorem t : False := sorry\n`)
  expect(log.join('\n')).toMatch(KERNEL_OFF.refused)
  const at = { line: 2, character: 22 }
  const context = { diagnostics: [] }
  const action = { textDocument: off, range: { start: at, end: at }, context }
  expect(await other.connection.sendRequest(CodeActionRequest.type, action)).toEqual([])
  // A proof from an axiom is made no shorter, as it is none.
  const { uri } = await open(
    'Assumed.lean',
    'axiom evil : False\ntheorem t : 1 = 2 := by\n  have h := evil\n  exact h.elim\n',
  )
  const golf = { command: 'orch.golf', arguments: [{ uri, declaration: 't' }] }
  expect(await other.connection.sendRequest(ExecuteCommandRequest.type, golf)).toEqual({
    outcome: 'nothing',
    message: 'Orch found no shorter proof of t.',
    applied: false,
  })
})
