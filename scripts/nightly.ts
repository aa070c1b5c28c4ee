/**
 * One night of `orch fill` on a project: searches for so long, leaves a report, a diff and the receipts in a folder,
 * and, if asked to, commits the proofs to a branch and opens a pull request. The action of `action.yml` runs this;
 * so can anybody. Everything it needs to know is in environment variables.
 */
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { loadConfig } from '../src/config/index.ts'
import { openLedger } from '../src/ledger/index.ts'
import { git, runProgram } from './git.ts'
import { openPullRequest } from './pull-request.ts'
import { FillJson, type Night, report, title } from './report.ts'

const flag = z.enum(['true', 'false', '']).transform((text) => text === 'true')
const Settings = z.object({
  NIGHTLY_PROJECT: z.string().min(1).default('.'),
  NIGHTLY_TIMEOUT: z.string().regex(/^\d+$/, 'must be a whole number of seconds').default('3600'),
  NIGHTLY_PROFILE: z.enum(['0', '1', '2']).default('1'),
  NIGHTLY_LEAN: z.enum(['auto', 'embedded', 'native']).default('auto'),
  NIGHTLY_OUT: z.string().min(1).default('orch-fill'),
  NIGHTLY_BRANCH: z.string().min(1).default('orch/fill'),
  NIGHTLY_PULL_REQUEST: flag.default(false),
  NIGHTLY_BLUEPRINT: z.enum(['true', 'false', 'check', '']).default('false'),
  GITHUB_OUTPUT: z.string().optional(),
  GITHUB_STEP_SUMMARY: z.string().optional(),
  GITHUB_API_URL: z.string().default('https://api.github.com'),
  GITHUB_REPOSITORY: z.string().default(''),
  GITHUB_TOKEN: z.string().default(''),
})
type Settings = z.infer<typeof Settings>

const ORCH = join(import.meta.dirname, '..', 'orch')
/** Exit codes of orch: done, not all solved, could not run. */
const UNABLE = 2

async function main(): Promise<number> {
  const parsed = Settings.safeParse(process.env)
  if (!parsed.success) return fail(z.prettifyError(parsed.error))
  const settings = parsed.data
  const project = resolve(settings.NIGHTLY_PROJECT)
  const out = resolve(settings.NIGHTLY_OUT)
  // As the runs of orch below: settings and the ledger are looked for in the project.
  process.chdir(project)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(join(out, 'receipts'), { recursive: true })
  const output = (name: string, value: string) => {
    if (settings.GITHUB_OUTPUT) appendFileSync(settings.GITHUB_OUTPUT, `${name}=${value}\n`)
  }
  output('folder', out)

  const wantsPullRequest = settings.NIGHTLY_PULL_REQUEST
  if (wantsPullRequest && (await git(project, 'status', '--porcelain', '--untracked-files=no')).trim() !== '')
    return fail(
      'The working tree has changes of its own; they would get into the pull request. Commit them first.',
    )
  const filled = await fill(project, settings, wantsPullRequest)
  if (!filled) return UNABLE
  writeFileSync(join(out, 'fill.json'), `${JSON.stringify(filled, null, 2)}\n`)
  await saveReceipts(filled, join(out, 'receipts'))
  const markers = await syncBlueprint(project, settings, wantsPullRequest)
  if (markers === undefined) return UNABLE
  const changes = markers.outOfDate && wantsPullRequest ? await git(project, 'diff') : filled.diff
  writeFileSync(join(out, 'fill.diff'), changes)

  const night: Night = { filled, markers: markers.text, seconds: Number(settings.NIGHTLY_TIMEOUT) }
  const text = report(night)
  writeFileSync(join(out, 'report.md'), text)
  if (settings.GITHUB_STEP_SUMMARY) appendFileSync(settings.GITHUB_STEP_SUMMARY, text)
  const proved = filled.outcomes.filter(({ outcome }) => outcome === 'proved').length
  output('proved', String(proved))
  output('left', String(filled.outcomes.length - proved))
  output('changed', String(changes !== ''))
  if (wantsPullRequest && changes !== '') {
    const url = await openPullRequest({
      folder: project,
      branch: settings.NIGHTLY_BRANCH,
      title: title(night),
      body: text,
      github: {
        api: settings.GITHUB_API_URL,
        repository: settings.GITHUB_REPOSITORY,
        token: settings.GITHUB_TOKEN,
      },
    })
    output('pull-request', url)
    process.stdout.write(`${url}\n`)
  }
  process.stdout.write(text)
  return settings.NIGHTLY_BLUEPRINT === 'check' && markers.outOfDate ? 1 : 0
}

function fail(message: string): number {
  process.stderr.write(`nightly: ${message}\n`)
  return UNABLE
}

/** What `orch fill --json` says; undefined if it could not run, which it has explained itself. */
async function fill(project: string, settings: Settings, apply: boolean): Promise<FillJson | undefined> {
  const { NIGHTLY_TIMEOUT: timeout, NIGHTLY_PROFILE: profile, NIGHTLY_LEAN: lean } = settings
  const flags = ['--json', '--timeout', timeout, '--profile', profile, '--lean', lean]
  const { code, stdout } = await runProgram(ORCH, ['fill', '.', ...flags, ...(apply ? ['--apply'] : [])], {
    cwd: project,
    echo: true,
  })
  if (code !== UNABLE) return FillJson.parse(JSON.parse(stdout))
  fail(`orch fill could not run: ${stdout.trim()}`)
  return undefined
}

async function saveReceipts({ outcomes }: FillJson, folder: string): Promise<void> {
  const { config } = loadConfig()
  const ledger = await openLedger(config)
  try {
    for (const { receipt } of outcomes) {
      if (receipt === null) continue
      const body = await ledger.receipt(receipt)
      // A proof that an earlier night found may have its receipt in a ledger that is gone.
      if (body === undefined) continue
      writeFileSync(join(folder, `${receipt}.json`), `${JSON.stringify(body, null, 2)}\n`)
    }
  } finally {
    await ledger.close()
  }
}

interface Markers {
  readonly outOfDate: boolean
  readonly text: string
}

/** Sets the markers of the blueprint where the proofs are in the files; else says which are out of date. */
async function syncBlueprint(
  project: string,
  settings: Settings,
  apply: boolean,
): Promise<Markers | undefined> {
  const { NIGHTLY_BLUEPRINT: wanted, NIGHTLY_LEAN: lean } = settings
  if (wanted === 'false' || wanted === '') return { outOfDate: false, text: '' }
  const check = wanted === 'check' || !apply ? ['--check'] : []
  const { code, stdout } = await runProgram(ORCH, ['blueprint', 'sync', '--lean', lean, ...check], {
    cwd: project,
    echo: true,
  })
  if (code === UNABLE) return void fail('orch blueprint sync could not run')
  return { outOfDate: !stdout.startsWith('Every marker'), text: stdout }
}

process.exitCode = await main().catch((error: unknown) =>
  fail(error instanceof Error ? error.message : String(error)),
)
