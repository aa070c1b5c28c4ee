/** Reading and writing of the WebAssembly binary format, as far as the slim build needs it. */
export class WasmReader {
  readonly bytes: Buffer
  offset: number

  constructor(bytes: Buffer, offset = 0) {
    this.bytes = bytes
    this.offset = offset
  }

  byte(): number {
    return this.bytes[this.offset++] ?? 0
  }

  unsigned(): number {
    let result = 0
    let factor = 1
    for (;;) {
      const byte = this.byte()
      result += (byte & 127) * factor
      if (byte < 128) return result
      factor *= 128
    }
  }

  signed32(): number {
    let result = 0
    let shift = 0
    for (;;) {
      const byte = this.byte()
      result |= (byte & 127) << shift
      shift += 7
      if (byte < 128) return shift < 32 && byte & 64 ? result | (-1 << shift) : result
    }
  }

  name(): string {
    const length = this.unsigned()
    const start = this.offset
    this.offset += length
    return this.bytes.toString('utf8', start, start + length)
  }

  limits(): { flags: number; min: number; max: number | undefined } {
    const flags = this.byte()
    const min = this.unsigned()
    return { flags, min, max: flags & 1 ? this.unsigned() : undefined }
  }
}

export interface Section {
  readonly id: number
  readonly start: number
  readonly body: number
  readonly end: number
}

export const sectionIds = {
  custom: 0,
  imports: 2,
  tables: 4,
  globals: 6,
  exports: 7,
  elements: 9,
  code: 10,
} as const
export const externalKinds = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const

export function readSections(bytes: Buffer): Section[] {
  const sections: Section[] = []
  const reader = new WasmReader(bytes, 8)
  while (reader.offset < bytes.length) {
    const start = reader.offset
    const id = reader.byte()
    const length = reader.unsigned()
    sections.push({ id, start, body: reader.offset, end: reader.offset + length })
    reader.offset += length
  }
  return sections
}

export function unsigned(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  do {
    const low = rest % 128
    rest = Math.floor(rest / 128)
    bytes.push(rest > 0 ? low | 128 : low)
  } while (rest > 0)
  return Buffer.from(bytes)
}

export function signed32(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; ) {
    const low = rest & 127
    rest >>= 7
    const last = (rest === 0 && (low & 64) === 0) || (rest === -1 && (low & 64) !== 0)
    bytes.push(last ? low : low | 128)
    if (last) return Buffer.from(bytes)
  }
}

export function section(id: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([id]), unsigned(body.length), body])
}
