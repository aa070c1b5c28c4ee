import { createHash, hash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/**
 * The list of a folder's files, written last: a folder without a valid manifest does not exist for us.
 * How damage is found: on every use, the sizes of all files and the checksums of the small ones at the top (loader,
 * symbols, descriptions: 20 ms); at each boot, checksums of the memory image, the module and the machine code, by the
 * server itself while it reads them; checksums of everything, the library too, only by `verifyFolder`.
 */
const manifestSchema = z.object({
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
  /** Checksum of `files`, so that a damaged manifest is not believed. */
  digest: z.string(),
})

type Manifest = z.infer<typeof manifestSchema>

const manifestFile = 'manifest.json'
/** The symbols are the largest file below this; machine code, image and module are above. */
const maxCheckedBytes = 8_000_000

export async function writeManifest(folder: string, signal?: AbortSignal): Promise<void> {
  const files: Manifest['files'] = []
  for (const path of listFiles(folder)) {
    signal?.throwIfAborted()
    files.push({ path, bytes: statSync(join(folder, path)).size, sha256: await sha256Of(join(folder, path)) })
  }
  const file = await open(join(folder, manifestFile), 'wx')
  try {
    await file.writeFile(JSON.stringify({ files, digest: digestOf(files) }))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The manifest, if it is sound and so are the files, as far as that can be seen quickly. */
export function soundManifest(folder: string): Manifest | undefined {
  try {
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')))
    if (manifest.digest !== digestOf(manifest.files)) return undefined
    const right = manifest.files.every(({ path, bytes, sha256 }) => {
      const file = join(folder, path)
      if (statSync(file).size !== bytes) return false
      return bytes > maxCheckedBytes || path.includes(sep) || hash('sha256', readFileSync(file)) === sha256
    })
    return right ? manifest : undefined
  } catch {
    return undefined
  }
}

/** Reads every byte. A damaged folder loses its manifest, so that the next use rebuilds it. */
export async function verifyFolder(folder: string, signal?: AbortSignal): Promise<string[]> {
  const manifest = soundManifest(folder)
  const damaged: string[] = manifest === undefined ? [manifestFile] : []
  for (const { path, sha256 } of manifest?.files ?? []) {
    signal?.throwIfAborted()
    if ((await sha256Of(join(folder, path))) !== sha256) damaged.push(path)
  }
  if (damaged.length > 0) rmSync(join(folder, manifestFile), { force: true })
  return damaged
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}

export function folderBytes(folder: string): number {
  return allFiles(folder).reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

/** Files below the folder as relative paths, in a fixed order, without the manifest itself. */
function listFiles(folder: string): string[] {
  return allFiles(folder)
    .map((path) => relative(folder, path))
    .filter((path) => path !== manifestFile)
    .sort()
}

function allFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function digestOf(files: Manifest['files']): string {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex')
}
