import { type Blueprint, type DeclarationFact, readBlueprint } from './index.ts'

/** A blueprint of one text, or of several files. */
export function blueprintOf(files: string | Readonly<Record<string, string>>): Blueprint {
  const all = typeof files === 'string' ? { 'web.tex': files } : files
  return readBlueprint('web.tex', (path) => (Object.hasOwn(all, path) ? all[path] : undefined))
}

/** Facts out of lists of names; what is in none does not exist. */
export function factsOf({
  stated = [],
  proved = [],
  defined = [],
  predicates = [],
}: {
  readonly stated?: readonly string[]
  readonly proved?: readonly string[]
  readonly defined?: readonly string[]
  readonly predicates?: readonly string[]
}): (name: string) => DeclarationFact {
  const accepted = [...proved, ...defined, ...predicates]
  return (name) => ({
    stated: [...stated, ...accepted].includes(name),
    complete: accepted.includes(name),
    isProposition: predicates.includes(name),
    given: [],
    receipt: accepted.includes(name) ? `receipt of ${name}` : undefined,
  })
}
