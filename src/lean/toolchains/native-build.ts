/**
 * Orch's search program, compiled once by the user's own Lean into the cache. What differs between Lean versions may
 * keep a part of it from compiling: then the program is built without that part, and the rest works.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { OrchError } from '../../errors.ts'
import { mainText, PART_NAMES, type PartName, type SearchModule, searchModule } from '../program.ts'
import type { MissingPart } from '../toolchain.ts'

export interface NativeBuild {
  /** Where the compiled module is; belongs into LEAN_PATH. */
  readonly folder: string
  /** The file to give to `lean --run`. */
  readonly main: string
  readonly missing: readonly MissingPart[]
}

const MODULE = 'OrchSearch'
const COMPILE_TIMEOUT_MS = 600_000
const REPORT = 'build.json'

const report = z.object({ missing: z.array(z.object({ part: z.enum(PART_NAMES), error: z.string() })) })
const leanMessage = z.object({
  severity: z.string(),
  pos: z.object({ line: z.number() }),
  data: z.string(),
})

export interface NativeCompiler {
  /** `lean` itself: compiling needs nothing of the project, so its lakefile is not read. */
  readonly command: readonly string[]
  readonly cwd: string | undefined
  /** Stands for the Lean and the project. */
  readonly fingerprint: string
  readonly cacheDir: string
}

/** What an earlier start built; undefined if there was none. */
export function inspectNativeBuild(compiler: NativeCompiler): NativeBuild | undefined {
  const folder = buildFolder(compiler)
  try {
    const found = report.parse(JSON.parse(readFileSync(join(folder, REPORT), 'utf8')))
    return { folder, main: join(folder, 'Main.lean'), missing: found.missing }
  } catch {
    return undefined
  }
}

export async function nativeBuild(compiler: NativeCompiler): Promise<NativeBuild> {
  const known = inspectNativeBuild(compiler)
  if (known) return known
  const folder = buildFolder(compiler)
  const parent = join(compiler.cacheDir, 'native')
  mkdirSync(parent, { recursive: true })
  const draft = mkdtempSync(join(parent, 'draft-'))
  try {
    const missing = await compile(compiler, draft)
    writeFileSync(join(draft, 'Main.lean'), mainText(MODULE))
    writeFileSync(join(draft, REPORT), `${JSON.stringify({ missing }, null, 2)}\n`)
    // Another process may have been quicker, with the same result. What is renamed is a folder, which takes no full
    // folder's place: that is why this is no `writeWhole`.
    if (inspectNativeBuild(compiler) === undefined) {
      rmSync(folder, { recursive: true, force: true })
      renameSync(draft, folder)
    }
    return { folder, main: join(folder, 'Main.lean'), missing }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Each round leaves out every part that has errors; what builds on one of them has errors, too. */
async function compile(compiler: NativeCompiler, folder: string): Promise<MissingPart[]> {
  const missing: MissingPart[] = []
  for (;;) {
    const without = new Set(missing.map(({ part }) => part))
    const module = searchModule(without)
    const file = join(folder, `${MODULE}.lean`)
    writeFileSync(file, module.text)
    const said = await runLean(compiler, ['--json', '-o', join(folder, `${MODULE}.olean`), file])
    if (said.ok) return missing
    const found = partsWithErrors(said.output, module)
    if (found === undefined || found.length === 0) {
      throw new OrchError(
        'lean_program',
        `This Lean does not compile Orch's program.\n${said.output.slice(0, 4000).trim()}`,
        {
          hint: "Use the embedded Lean with --lean embedded, and report what 'orch doctor --lean native' says.",
        },
      )
    }
    missing.push(...found)
  }
}

/** The first error of each part that has one; undefined if there are errors that no part can be blamed for. */
function partsWithErrors(output: string, module: SearchModule): MissingPart[] | undefined {
  const errors = new Map<PartName, string>()
  for (const line of output.split('\n')) {
    const message = leanMessage.safeParse(parsed(line))
    if (!message.success || message.data.severity !== 'error') continue
    const { pos, data } = message.data
    // A missing import is told at the beginning of the file, wherever it stands.
    const imported = data
      .split(/[^\w.]+/)
      .filter((word) => word.includes('.'))
      .map((name) => module.partOfImport(name.replace(/\.$/, '')))
      .find((part) => part !== undefined)
    const part = module.partAt(pos.line) ?? imported
    if (part === undefined) return undefined
    if (!errors.has(part)) errors.set(part, data)
  }
  return [...errors].map(([part, error]) => ({ part, error }))
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function runLean(
  { command, cwd }: NativeCompiler,
  args: readonly string[],
): Promise<{ ok: boolean; output: string }> {
  const [file = 'lean', ...first] = command
  const options = { cwd, timeout: COMPILE_TIMEOUT_MS, maxBuffer: 64 * 2 ** 20 }
  return new Promise((resolve) => {
    execFile(file, [...first, ...args], options, (error, stdout, stderr) => {
      const why = error?.killed ? `\nLean took longer than ${COMPILE_TIMEOUT_MS / 1000} s` : ''
      resolve({ ok: error === null, output: `${stdout}\n${stderr}${why}` })
    })
  })
}

function buildFolder({ cacheDir, fingerprint }: NativeCompiler): string {
  const text = `${searchModule(new Set()).text}\u0000${mainText(MODULE)}`
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return join(cacheDir, 'native', `${fingerprint}-${hash}`)
}
