/**
 * Builds the browser side into `web/dist`, unless it is there already, made from the same sources: a stamp
 * in the build holds their hash. `npm run build:web` runs this file; `orch dashboard` calls it.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const ROOT = fileURLToPath(new URL('.', import.meta.url))
const DIST = join(ROOT, 'dist')
const STAMP = '.built-from'
/** What the pages share with the server, beside the schemas of what it sends. */
const SHARED = ['../src/visible-text.ts']

export interface Built {
  readonly folder: string
  /** False when the earlier build was still good. */
  readonly fresh: boolean
}

export async function buildWeb({ onBuild }: { readonly onBuild?: () => void } = {}): Promise<Built> {
  const stamp = hashSources()
  if (isBuiltFrom(stamp)) return { folder: DIST, fresh: false }
  onBuild?.()
  const { build } = await import('vite')
  // Built beside its place and then moved there, so that two processes that build at once do not meet halfway.
  const fresh = join(ROOT, `.dist-${process.pid}`)
  try {
    await build({
      configFile: join(ROOT, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: fresh },
    })
    compress(fresh)
    writeFileSync(join(fresh, STAMP), stamp)
    putInPlace(fresh, stamp)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return { folder: DIST, fresh: true }
}

/** Another process may have been quicker with the same build; then there is nothing left to do. */
function putInPlace(fresh: string, stamp: string): void {
  const old = join(ROOT, `.dist-old-${process.pid}`)
  try {
    if (existsSync(DIST)) renameSync(DIST, old)
    renameSync(fresh, DIST)
  } catch (error) {
    if (!isBuiltFrom(stamp)) throw error
  } finally {
    rmSync(old, { recursive: true, force: true })
  }
}

/** Packed once here, so that the server never has to. */
function compress(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((file) => /\.(js|css|html|svg)$/.test(file))) {
    const path = join(folder, name)
    const bytes = readFileSync(path)
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  }
}

function isBuiltFrom(stamp: string): boolean {
  const file = join(DIST, STAMP)
  return existsSync(file) && readFileSync(file, 'utf8') === stamp
}

function hashSources(): string {
  const hash = createHash('sha256')
  const own = [
    'index.html',
    'vite.config.ts',
    'painted-shell.ts',
    'build.ts',
    ...filesBelow('src'),
    ...filesBelow('public'),
  ]
  const files = [...own, ...SHARED, ...filesBelow('../src/api')]
  for (const file of files.filter((name) => !name.endsWith('.test.ts'))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  }
  return hash.update(readFileSync(join(ROOT, '../package-lock.json'))).digest('hex')
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort()
}

if (import.meta.main) {
  const { folder, fresh } = await buildWeb()
  process.stdout.write(`${folder} ${fresh ? 'is built' : 'is up to date'}\n`)
}
