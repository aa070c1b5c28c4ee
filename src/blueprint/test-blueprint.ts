import { type Blueprint, type DeclarationFact, readBlueprint } from './index.ts'

/** A blueprint of one text, or of several files. */
export function blueprintOf(files: string | Readonly<Record<string, string>>): Blueprint {
  const all = typeof files === 'string' ? { 'web.tex': files } : files
  return readBlueprint('web.tex', (path) => (Object.hasOwn(all, path) ? all[path] : undefined))
}

/** Facts out of three lists of names; what is in none does not exist. */
export function factsOf({
  stated = [],
  proved = [],
  defined = [],
}: {
  readonly stated?: readonly string[]
  readonly proved?: readonly string[]
  readonly defined?: readonly string[]
}): (name: string) => DeclarationFact {
  return (name) => ({
    stated: [...stated, ...proved, ...defined].includes(name),
    needsProof: !defined.includes(name),
    complete: defined.includes(name) || proved.includes(name),
    given: [],
    receipt: proved.includes(name) ? `receipt of ${name}` : undefined,
  })
}
