/** What a lakefile says about how its modules are elaborated: where they stand, and with which options. Nothing is run. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { InputError } from '../errors.ts'
import { readLeanLakefile } from './lakefile-lean.ts'
import { type LeanOption, optionsFromArguments, refuseWeakening } from './lean-options.ts'

/** Settings of a package, or of one of its libraries. */
export interface LakeSettings {
  readonly srcDir?: string | undefined
  readonly options: readonly LeanOption[]
  /** Modules below these names belong to the library. */
  readonly roots: readonly string[]
}

export interface LakefileText {
  readonly own: LakeSettings
  readonly libraries: readonly LakeSettings[]
  /** What it says that cannot be read, in sentences. */
  readonly notes: readonly string[]
}

export interface Lakefile {
  /** Folders that names of modules may count from, relative to the package. */
  readonly sourceFolders: readonly string[]
  readonly notes: readonly string[]
  optionsOf(module: string): readonly LeanOption[]
}

export const NO_LAKEFILE: Lakefile = { sourceFolders: [], notes: [], optionsOf: () => [] }

/** Where there are two, Lake takes the one in Lean. */
export const LAKEFILES = ['lakefile.lean', 'lakefile.toml'] as const

export function readLakefile(root: string): Lakefile {
  const name = LAKEFILES.find((one) => existsSync(join(root, one)))
  if (name === undefined) return NO_LAKEFILE
  const text = readFileSync(join(root, name), 'utf8')
  const { own, libraries, notes } = name === 'lakefile.toml' ? readToml(text) : readLeanLakefile(text)
  for (const { options } of [own, ...libraries]) refuseWeakening(name, options)
  const outer = own.srcDir ?? '.'
  const inner = libraries.flatMap(({ srcDir }) => (srcDir === undefined ? [] : join(outer, srcDir)))
  return {
    sourceFolders: [...new Set([outer, ...inner])],
    notes,
    optionsOf: (module) => {
      const owner = libraries.find(({ roots }) =>
        roots.some((top) => module === top || module.startsWith(`${top}.`)),
      )
      return lastOfEach([...own.options, ...(owner?.options ?? [])])
    },
  }
}

/** A library has the last word about an option that its package sets, too. */
function lastOfEach(options: readonly LeanOption[]): LeanOption[] {
  return [...new Map(options.map((option) => [option.name, option])).values()]
}

const value = z.union([z.boolean(), z.int().nonnegative(), z.string()])
type Value = z.infer<typeof value>
interface Nested {
  [name: string]: Value | Nested
}
/** `autoImplicit = false`, `pp.unicode.fun = true`: dots make tables. */
const nested: z.ZodType<Nested> = z.record(
  z.string(),
  z.lazy(() => z.union([value, nested])),
)
const settings = z.object({
  srcDir: z.string().optional(),
  leanOptions: z.union([z.array(z.object({ name: z.string(), value })), nested]).default([]),
  moreLeanArgs: z.array(z.string()).default([]),
  weakLeanArgs: z.array(z.string()).default([]),
})
const library = settings.extend({
  name: z.string(),
  root: z.string().optional(),
  roots: z.array(z.string()).optional(),
})
const lakefile = settings.extend({
  lean_lib: z.array(library).default([]),
  lean_exe: z.array(library).default([]),
})

function readToml(text: string): LakefileText {
  const found = lakefile.safeParse(parsed(text))
  if (!found.success) {
    const [issue] = found.error.issues
    throw unreadable(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { lean_lib, lean_exe, ...own } = found.data
  const libraries = [...lean_lib, ...lean_exe].map((one) => ({
    ...settingsOf(one),
    roots: one.roots ?? [one.root ?? one.name],
  }))
  return { own: { ...settingsOf(own), roots: [] }, libraries, notes: [] }
}

function parsed(text: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    throw unreadable(cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : String(cause))
  }
}

function unreadable(why: string): InputError {
  return new InputError('lakefile_unreadable', `lakefile.toml cannot be read: ${why}.`, {
    hint: "Mend it; 'lake build' would refuse it, too.",
  })
}

function settingsOf({ srcDir, leanOptions, moreLeanArgs, weakLeanArgs }: z.infer<typeof settings>) {
  const listed = Array.isArray(leanOptions) ? leanOptions : flattened(leanOptions)
  return {
    srcDir,
    options: [...listed, ...optionsFromArguments('lakefile.toml', [...moreLeanArgs, ...weakLeanArgs])],
  }
}

function flattened(table: Nested, before = ''): LeanOption[] {
  return Object.entries(table).flatMap(([name, one]) =>
    typeof one === 'object' ? flattened(one, `${before}${name}.`) : [{ name: before + name, value: one }],
  )
}
