import { existsSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { type Config, loadConfig } from '../config/index.ts'
import { trimEndOf } from '../goal/index.ts'
import {
  defaultPoolSize,
  findNativeLean,
  findProject,
  inspectEmbeddedPrograms,
  inspectNative,
  inspectSandbox,
  nativeVersion,
  OLDEST_LEAN,
} from '../lean/index.ts'
import { models } from './models.ts'
import { premises } from './premises.ts'
import type { DoctorAnswer, DoctorQuestion } from './question.ts'
import { examineStrategies, type Finding } from './strategies.ts'

const NODE_MAJOR = 24
const BUILD_BYTES = 1.5e9
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

const node: DoctorQuestion = {
  name: 'Node',
  async ask() {
    const major = Number(process.versions.node.split('.')[0])
    if (major >= NODE_MAJOR) return { verdict: 'good', detail: process.version }
    return {
      verdict: 'bad',
      detail: process.version,
      fix: `Run Orch with ./orch, or install Node ${NODE_MAJOR}.`,
    }
  },
}

const disk: DoctorQuestion = {
  name: 'Disk',
  async ask(_signal, settings) {
    const { cacheDir } = settings()
    const folder = nearestExisting(cacheDir)
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    const detail = `${gigabytes(free)} free for the cache in ${cacheDir}`
    if (free > BUILD_BYTES || inspectEmbeddedPrograms(cacheDir).kind === 'ready')
      return { verdict: 'good', detail }
    return {
      verdict: 'bad',
      detail,
      fix: `Free ${gigabytes(BUILD_BYTES)} there, or set ORCH_CACHE_DIR to a folder on a larger disk.`,
    }
  },
}

const memory: DoctorQuestion = {
  name: 'Memory',
  async ask() {
    const free = process.availableMemory()
    const room = defaultPoolSize()
    const detail = `${gigabytes(free)} of ${gigabytes(totalmem())} available: room for ${room} Lean process${room === 1 ? '' : 'es'}`
    if (free > 2.8e9) return { verdict: 'good', detail }
    return {
      verdict: 'bad',
      detail,
      fix: 'A search and its check need about 2.8 GB. Close something, or expect slowness.',
    }
  },
}

const embedded: DoctorQuestion = {
  name: 'Embedded Lean',
  async ask(_signal, settings) {
    const { cacheDir } = settings()
    const state = inspectEmbeddedPrograms(cacheDir)
    if (state.kind === 'ready')
      return { verdict: 'good', detail: `built (${gigabytes(state.bytes)} in ${cacheDir})` }
    return {
      verdict: 'absent',
      detail: 'not built whole yet',
      fix: "Nothing to do: it is built on first use, or now with 'orch init'.",
    }
  },
}

const nativeLean: DoctorQuestion = {
  name: 'Native Lean',
  async ask(_signal, settings) {
    const found = findNativeLean(process.cwd())
    if (!found)
      return {
        verdict: 'absent',
        detail: 'neither lake nor lean is on PATH',
        fix: 'Optional: the embedded Lean is used. For Mathlib or a Lake project install Lean, or set ORCH_LEAN.',
      }
    const { version, full } = await nativeVersion(found)
    const detail = `${version} by '${found.command.join(' ')}' (Orch needs ${OLDEST_LEAN} or newer)`
    const missing = inspectNative(found, full, settings().cacheDir)?.missing ?? []
    if (missing.length === 0) return { verdict: 'good', detail }
    const errors = missing.map(({ part, error }) => `${part}: ${error.split('\n', 1)[0]}`)
    return {
      verdict: 'absent',
      detail: `${detail}; it does not compile ${missing.map(({ part }) => part).join(', ')} of Orch's program`,
      fix: `What needs them is switched off. Please report it with 'orch doctor --lean native --report file'. ${errors.join('; ')}`,
    }
  },
}

const sandbox: DoctorQuestion = {
  name: 'Sandbox',
  async ask() {
    const state = await inspectSandbox()
    if (state.kind === 'ready')
      return { verdict: 'good', detail: 'bubblewrap: text of others may be elaborated with a native Lean' }
    return {
      verdict: 'absent',
      detail: `${state.why}: text of others is refused on a native Lean`,
      fix: `Optional, the embedded Lean has walls of its own. ${state.fix}`,
    }
  },
}

const project: DoctorQuestion = {
  name: 'Lake project',
  async ask() {
    const found = findProject(process.cwd())
    if (found) return { verdict: 'good', detail: found }
    return {
      verdict: 'absent',
      detail: 'this folder is not in one',
      fix: 'Optional: run Orch inside a Lake project to work on it.',
    }
  },
}

const llm: DoctorQuestion = {
  name: 'LLM endpoint',
  async ask(signal, settings) {
    const { llmBaseUrl, llmModel, llmApiKey: key } = settings()
    if (!llmBaseUrl)
      return {
        verdict: 'absent',
        detail: 'ORCH_LLM_BASE_URL is not set',
        fix: 'Optional: set it to any OpenAI-compatible endpoint.',
      }
    const base = withoutPassword(llmBaseUrl)
    if (!llmModel)
      return {
        verdict: 'bad',
        detail: `${base}, but no model`,
        fix: 'Set ORCH_LLM_MODEL to the model to ask there.',
      }
    try {
      const response = await fetch(`${trimEndOf(llmBaseUrl, '/')}/models`, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]),
        ...(key && { headers: { authorization: `Bearer ${key}` } }),
      })
      if (response.ok) return { verdict: 'good', detail: `${llmModel} at ${base}` }
      return {
        verdict: 'bad',
        detail: `${base} answers ${response.status}`,
        fix: 'Check ORCH_LLM_BASE_URL and ORCH_LLM_API_KEY.',
      }
    } catch (error) {
      return {
        verdict: 'bad',
        detail: `${base} does not answer: ${withoutPassword(why(error))}`,
        fix: 'Start the server, or correct ORCH_LLM_BASE_URL.',
      }
    }
  },
}

const database: DoctorQuestion = {
  name: 'Database',
  async ask(_signal, settings) {
    const { databaseUrl, home } = settings()
    if (databaseUrl) return { verdict: 'good', detail: 'ORCH_DATABASE_URL is set (not contacted here)' }
    return { verdict: 'good', detail: `SQLite in ${home}` }
  },
}

const browser: DoctorQuestion = {
  name: 'Browser',
  async ask() {
    const names = ['chromium', 'chromium-browser', 'google-chrome', 'firefox']
    const folders = (process.env.PATH ?? '').split(':')
    const found = names
      .flatMap((name) => folders.map((folder) => join(folder, name)))
      .find((file) => existsSync(file))
    if (found) return { verdict: 'good', detail: found }
    return {
      verdict: 'absent',
      detail: 'none on PATH',
      fix: 'Optional: only for looking at pages on this machine.',
    }
  },
}

const QUESTIONS: readonly DoctorQuestion[] = [
  node,
  disk,
  memory,
  embedded,
  nativeLean,
  sandbox,
  project,
  llm,
  models,
  premises,
  database,
  browser,
]

/** Asks every question, then every strategy; a question that fails itself is an answer too. */
export async function examine(
  signal: AbortSignal,
  settings: () => Config = () => loadConfig().config,
): Promise<readonly Finding[]> {
  const answers = QUESTIONS.map(async (question): Promise<Finding> => {
    const answer = await question
      .ask(signal, settings)
      .catch((error: unknown): DoctorAnswer => ({ verdict: 'bad', detail: why(error) }))
    return { name: question.name, answer }
  })
  const [machine, strategies] = await Promise.all([Promise.all(answers), examineStrategies(settings)])
  return [...machine, ...strategies]
}

function nearestExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestExisting(dirname(folder))
}

function why(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/@\s]*@/g, '//')
}
