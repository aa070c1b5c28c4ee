import { unexpectedPackage } from './failures.ts'

export interface TarFile {
  readonly path: string
  readonly content: Buffer
}

const blockBytes = 512

/** The regular files of a tar archive, without the `._*` side files that macOS adds. */
export function* tarFiles(archive: Buffer): Generator<TarFile> {
  let offset = 0
  let longPath: string | undefined
  while (offset + blockBytes <= archive.length) {
    const header = archive.subarray(offset, offset + blockBytes)
    if (header[0] === 0) return
    const bytes = Number.parseInt(text(header, 124, 12), 8)
    const content = archive.subarray(offset + blockBytes, offset + blockBytes + bytes)
    if (!(bytes >= 0) || content.length !== bytes) throw unexpectedPackage('lean-lib.tar.gz is cut short')
    offset += blockBytes + Math.ceil(bytes / blockBytes) * blockBytes
    const type = String.fromCharCode(header[156] ?? 0)
    if (type === 'x') {
      longPath = paxPath(content)
      continue
    }
    if (type === 'L') {
      longPath = text(content, 0, bytes)
      continue
    }
    const path = (longPath ?? headerPath(header)).replace(/^\.\//, '')
    longPath = undefined
    if ((type !== '0' && type !== '\0') || path.split('/').some((part) => part.startsWith('._'))) continue
    if (path.startsWith('/') || path.split('/').includes('..')) {
      throw unexpectedPackage(`lean-lib.tar.gz has a file outside of its folder: ${path}`)
    }
    yield { path, content }
  }
}

function headerPath(header: Buffer): string {
  const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : ''
  const name = text(header, 0, 100)
  return prefix === '' ? name : `${prefix}/${name}`
}

function text(bytes: Buffer, start: number, length: number): string {
  const field = bytes.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? field.length : end)
}

/** A pax header is lines of "<length> <key>=<value>". */
function paxPath(content: Buffer): string | undefined {
  for (let at = 0; at < content.length; ) {
    const length = Number.parseInt(content.toString('utf8', at, at + 20), 10)
    if (!(length > 0)) return undefined
    const record = content.toString('utf8', at, at + length - 1)
    const [, key, value] = /^\d+ ([^=]+)=(.*)$/s.exec(record) ?? []
    if (key === 'path') return value
    at += length
  }
  return undefined
}
