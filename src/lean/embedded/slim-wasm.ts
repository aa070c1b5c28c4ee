import { unexpectedPackage } from './failures.ts'
import { isClassified } from './runtime/import-policy.ts'
import {
  externalKinds,
  readSections,
  type Section,
  section,
  sectionIds,
  signed32,
  unsigned,
  WasmReader,
} from './wasm-binary.ts'

export interface SlimWasm {
  /** The slim module, in parts: concatenating 116 MB in memory would only cost time. */
  readonly parts: readonly Buffer[]
  /** Each exported function's place in the function table, each exported constant's value. */
  readonly symbols: ReadonlyMap<string, number>
  /** Where Lean keeps the pointer to its task manager. */
  readonly taskManagerAddress: number
}

interface Export {
  readonly name: string
  readonly kind: number
  readonly index: number
}

/**
 * Lean's module exports 201,110 names so that its interpreter can find native code; in JavaScript that table
 * takes many seconds and gigabytes. The slim module exports only what the loader needs. All other exported
 * functions get a fixed place in the function table, and their addresses go to a file of our own.
 */
export function slimWasm(bytes: Buffer, keep: ReadonlySet<string>): SlimWasm {
  const sections = readSections(bytes)
  const imports = readImports(bytes, sections)
  const globals = readGlobals(bytes, only(sections, sectionIds.globals))
  const table = readTable(bytes, only(sections, sectionIds.tables))
  const exports = readExports(bytes, only(sections, sectionIds.exports))
  const slots = readElements(bytes, only(sections, sectionIds.elements))
  const added: number[] = []
  for (const { kind, index } of exports) {
    if (kind !== externalKinds.function || slots.has(index)) continue
    slots.set(index, table.min + added.length)
    added.push(index)
  }
  const kept = exports.filter(({ name }) => keep.has(name))
  globals.forEach((global, i) => {
    const index = i + imports.globals
    if (global.mutable) kept.push({ name: `saved_global_${index}`, kind: externalKinds.global, index })
  })
  const tls = threadLocalNames(bytes, sections)
  for (const entry of exports) if (tls.has(entry.name) && !keep.has(entry.name)) kept.push(entry)
  return {
    parts: assemble(bytes, sections, table, kept, added),
    symbols: addressesOf(exports, slots, globals, imports.globals),
    taskManagerAddress: findTaskManager(bytes, sections, exports, imports.functions),
  }
}

function only(sections: readonly Section[], id: number): Section {
  const found = sections.filter((candidate) => candidate.id === id)
  if (found.length !== 1 || found[0] === undefined)
    throw unexpectedPackage(`section ${id} of lean.wasm is missing`)
  return found[0]
}

function readImports(bytes: Buffer, sections: readonly Section[]): { functions: number; globals: number } {
  const reader = new WasmReader(bytes, only(sections, sectionIds.imports).body)
  const counts = { functions: 0, globals: 0 }
  for (let left = reader.unsigned(); left > 0; left--) {
    const module = reader.name()
    const name = reader.name()
    const kind = reader.byte()
    if (kind === externalKinds.function) {
      reader.unsigned()
      counts.functions++
      if (!isClassified(name)) throw unexpectedPackage(`lean.wasm imports "${name}", which no policy covers`)
    } else if (kind === externalKinds.table) {
      reader.byte()
      reader.limits()
    } else if (kind === externalKinds.memory) {
      reader.limits()
    } else if (kind === externalKinds.global) {
      reader.offset += 2
      counts.globals++
    } else {
      throw unexpectedPackage(`lean.wasm imports ${module}.${name} of kind ${kind}`)
    }
  }
  return counts
}

interface Global {
  readonly mutable: boolean
  readonly value: number | undefined
}

function readGlobals(bytes: Buffer, { body }: Section): Global[] {
  const reader = new WasmReader(bytes, body)
  const globals: Global[] = []
  for (let left = reader.unsigned(); left > 0; left--) {
    reader.byte()
    const mutable = reader.byte() === 1
    const opcode = reader.byte()
    const value = opcode === 0x41 ? reader.signed32() : undefined
    if (opcode === 0x23) reader.unsigned()
    else if (opcode === 0x42) while (reader.byte() >= 128);
    else if (opcode !== 0x41) throw unexpectedPackage(`opcode ${opcode} in a global of lean.wasm`)
    if (reader.byte() !== 0x0b) throw unexpectedPackage('a global of lean.wasm has a computed value')
    globals.push({ mutable, value })
  }
  return globals
}

function readTable(bytes: Buffer, { body }: Section): { type: number; min: number } {
  const reader = new WasmReader(bytes, body)
  if (reader.unsigned() !== 1) throw unexpectedPackage('lean.wasm has more than one table')
  return { type: reader.byte(), min: reader.limits().min }
}

function readExports(bytes: Buffer, { body }: Section): Export[] {
  const reader = new WasmReader(bytes, body)
  const exports: Export[] = []
  for (let left = reader.unsigned(); left > 0; left--) {
    exports.push({ name: reader.name(), kind: reader.byte(), index: reader.unsigned() })
  }
  return exports
}

/** Function index → table slot for what the module puts into the table itself, which must start at slot 1. */
function readElements(bytes: Buffer, { body }: Section): Map<number, number> {
  const reader = new WasmReader(bytes, body)
  const plain = reader.unsigned() === 1 && reader.unsigned() === 0 && reader.byte() === 0x41
  if (!plain || reader.signed32() !== 1 || reader.byte() !== 0x0b) {
    throw unexpectedPackage('the element section of lean.wasm is not one plain segment')
  }
  const slots = new Map<number, number>()
  const count = reader.unsigned()
  for (let slot = 1; slot <= count; slot++) {
    const index = reader.unsigned()
    if (!slots.has(index)) slots.set(index, slot)
  }
  return slots
}

function addressesOf(
  exports: readonly Export[],
  slots: ReadonlyMap<number, number>,
  globals: readonly Global[],
  importedGlobals: number,
): Map<string, number> {
  const symbols = new Map<string, number>()
  for (const { name, kind, index } of exports) {
    const global = kind === externalKinds.global ? globals[index - importedGlobals] : undefined
    const address =
      kind === externalKinds.function ? slots.get(index) : global?.mutable ? undefined : global?.value
    if (address !== undefined) symbols.set(name, address)
  }
  return symbols
}

/** Exports of thread-local variables, by the dynamic-linking section that comes first in the file. */
function threadLocalNames(bytes: Buffer, sections: readonly Section[]): Set<string> {
  const names = new Set<string>()
  const first = sections[0]
  if (first?.id !== sectionIds.custom) throw unexpectedPackage('lean.wasm does not start with "dylink.0"')
  const reader = new WasmReader(bytes, first.body)
  reader.name()
  while (reader.offset < first.end) {
    const type = reader.byte()
    const end = reader.unsigned() + reader.offset
    if (type === 3) {
      for (let left = reader.unsigned(); left > 0; left--) {
        const name = reader.name()
        if (reader.unsigned() & 256) names.add(name)
      }
    }
    reader.offset = end
  }
  return names
}

/** `lean_finalize_task_manager` begins by loading the pointer: its first instruction is the address. */
function findTaskManager(
  bytes: Buffer,
  sections: readonly Section[],
  exports: readonly Export[],
  importedFunctions: number,
): number {
  const target = exports.find(({ name }) => name === 'lean_finalize_task_manager')
  if (target === undefined) throw unexpectedPackage('lean_finalize_task_manager is not exported')
  const reader = new WasmReader(bytes, only(sections, sectionIds.code).body)
  reader.unsigned()
  for (let skip = target.index - importedFunctions; skip > 0; skip--) {
    const length = reader.unsigned()
    reader.offset += length
  }
  reader.unsigned()
  for (let locals = reader.unsigned(); locals > 0; locals--) {
    reader.unsigned()
    reader.byte()
  }
  if (reader.byte() !== 0x41) throw unexpectedPackage('lean_finalize_task_manager has other code')
  return reader.signed32()
}

function assemble(
  bytes: Buffer,
  sections: readonly Section[],
  table: { type: number; min: number },
  kept: readonly Export[],
  added: readonly number[],
): Buffer[] {
  const parts = [bytes.subarray(0, 8)]
  for (const current of sections) {
    const { id } = current
    if (id === sectionIds.tables) {
      parts.push(section(id, unsigned(1), Buffer.from([table.type, 0]), unsigned(table.min + added.length)))
    } else if (id === sectionIds.exports) {
      parts.push(section(id, unsigned(kept.length), ...kept.map(encodeExport)))
    } else if (id === sectionIds.elements) {
      const reader = new WasmReader(bytes, current.body)
      reader.unsigned()
      const own = bytes.subarray(reader.offset, current.end)
      const offset = Buffer.concat([Buffer.from([0, 0x41]), signed32(table.min), Buffer.from([0x0b])])
      parts.push(
        section(id, unsigned(2), own, offset, unsigned(added.length), Buffer.concat(added.map(unsigned))),
      )
    } else if (id !== sectionIds.custom || current === sections[0]) {
      parts.push(bytes.subarray(current.start, current.end))
    }
  }
  return parts
}

function encodeExport({ name, kind, index }: Export): Buffer {
  const text = Buffer.from(name)
  return Buffer.concat([unsigned(text.length), text, Buffer.from([kind]), unsigned(index)])
}
