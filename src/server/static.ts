import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Context } from 'hono'
import { wordTable } from '../word-table.ts'
import { ApiProblem } from './problem.ts'

const TYPES = wordTable<string>({
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
})

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Pages whose address ends in a name; that may have a dot in it. */
const NAMED_PAGE = /^\/(?:goals|runs|arc)\//

/** A file of the built pages. A path without an extension is a page of the application, which finds its own way. */
export async function serveStatic(context: Context, folder: string): Promise<Response> {
  const path = decoded(context.req.path)
  const isPage = extname(path) === '' || NAMED_PAGE.test(context.req.path)
  const name = isPage ? 'index.html' : path
  const file = await inside(folder, name)
  if (file === undefined) {
    if (isPage)
      throw new ApiProblem(
        503,
        'no-pages',
        'The pages of the dashboard are not built yet.',
        'The API is there all the same: see /api/docs.',
      )
    throw new ApiProblem(404, 'unknown-file', 'There is no such file.')
  }
  const isForever = path.startsWith('/assets/') && isHashed(path)
  const headers: Record<string, string> = {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'cache-control': isForever ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
  }
  const accepted = context.req.header('accept-encoding') ?? ''
  for (const [encoding, suffix] of ENCODINGS) {
    const packed = accepted.includes(encoding) ? await inside(folder, `${name}${suffix}`) : undefined
    if (packed !== undefined)
      return new Response(await readFile(packed), { headers: { ...headers, 'content-encoding': encoding } })
  }
  return new Response(await readFile(file), { headers })
}

/** Names with a hash in them, as in `main-abcdef12.js`, never change their content. */
function isHashed(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'))
  const before = Math.max(name.lastIndexOf('.'), name.indexOf('-'))
  return before >= 0 && /^[\w-]{8,}$/.test(name.slice(before + 1))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new ApiProblem(400, 'bad-path', 'The path is not well-formed.')
  }
}

/** The file, if it is one and lies in the folder, links and dots resolved. */
async function inside(folder: string, path: string): Promise<string | undefined> {
  if (path.includes('\0')) return undefined
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, path))
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? file : undefined
  } catch {
    return undefined
  }
}
