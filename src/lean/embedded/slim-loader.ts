import { unexpectedPackage } from './failures.ts'
import { type LoaderPatch, loaderExpectations, loaderPatches } from './loader-patches.ts'

export interface SlimLoader {
  readonly source: string
  /** Names of WebAssembly exports that the loader uses. */
  readonly exports: ReadonlySet<string>
}

/** Exports the entry programs call, beside those the loader itself names. */
const ownExports = [
  '__indirect_function_table',
  '__main_argc_argv',
  '__stack_pointer',
  '__wasm_call_ctors',
  '_emscripten_tls_init',
  'lean_apply_1',
  'lean_init_task_manager_using',
]

const markers = {
  variables: 'var _main,',
  assignments: 'function assignWasmExports(',
  end: '}var wasmImports;',
} as const

/**
 * Cuts the 88 MB that only copy exports into variables out of the loader, keeps the few of them that other code
 * mentions, and applies the patches.
 */
export function slimLoader(source: string): SlimLoader {
  const assignments = source.indexOf(markers.assignments)
  const end = source.indexOf(markers.end, assignments)
  const variables = source.lastIndexOf(markers.variables, assignments)
  if (assignments < 0 || end < 0 || variables < 0) throw unexpectedPackage('lean.js has no table of exports')
  const before = source.slice(0, variables)
  const behind = source.slice(end)
  for (const { name, find } of loaderExpectations) requireText(before + behind, find, name)

  const declared = new Set(
    source
      .slice(variables + 4, assignments)
      .replace(/;\s*$/, '')
      .split(','),
  )
  const used = new Set(['_main', 'wasmTable'])
  for (const [word] of `${before}${behind}`.matchAll(/[A-Za-z_$][\w$]*/g))
    if (declared.has(word)) used.add(word)

  const exports = new Set(ownExports)
  let copies = ''
  const pieces = source.slice(assignments, end).split('wasmExports["')
  for (const [index, piece] of pieces.entries()) {
    const variable = assignedTo(pieces[index - 1] ?? '')
    const close = piece.indexOf('"]')
    if (index === 0 || close < 0 || variable === undefined || !used.has(variable)) continue
    const name = piece.slice(0, close)
    exports.add(name)
    copies += `${variable}=wasmExports["${name}"]${piece.startsWith('.value', close + 2) ? '.value' : ''};`
  }
  if (!copies.includes('wasmTable=')) copies += 'wasmTable=wasmExports["__indirect_function_table"];'
  const patched = loaderPatches.reduce(applyPatch, before)
  return {
    source: `${patched}var ${[...used].join(',')};${markers.assignments}wasmExports){${copies}${behind}`,
    exports,
  }
}

function applyPatch(source: string, { name, find, replace }: LoaderPatch): string {
  requireText(source, find, name)
  return source.replace(find, () => replace)
}

function requireText(source: string, find: string, name: string): void {
  if (!source.includes(find)) throw unexpectedPackage(`the text for "${name}" is not in lean.js`)
}

/** The variable of `x=` or `x=Module["…"]=` at the end of a text. */
function assignedTo(before: string): string | undefined {
  if (!before.endsWith('=')) return undefined
  let end = before.length - 1
  if (before.endsWith('"]', end)) end = before.lastIndexOf('=Module["', end)
  let start = end
  while (start > 0 && /[\w$]/.test(before[start - 1] ?? '')) start -= 1
  return start < end ? before.slice(start, end) : undefined
}
