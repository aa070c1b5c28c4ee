/**
 * How commands show what was proved: as the judge saw it, and as it was written where the two differ. Text of others
 * never begins a line: a name with line breaks in it could otherwise look like more of what Orch says.
 */
import type { Receipt, ShownStatement } from '../lean/index.ts'
import { print } from './output.ts'
import { oneLine } from './text-width.ts'

/** `confirmed: t proves`, and what. */
export function showProved(word: string, theorem: string, shown: ShownStatement, written: string): void {
  print(`${word}: ${oneLine(theorem)} proves`)
  showStatement(shown, written)
}

/** `denied: why`, where the reason may quote others. */
export function showReason(word: string, why: string): void {
  print(`${word}: ${why.replaceAll('\n', '\n  ')}`)
}

function showStatement(shown: ShownStatement, written: string): void {
  print(indented(shown.type))
  if (shown.explicit !== null && shown.explicit !== shown.type) {
    print('with every argument:')
    print(indented(shown.explicit))
  }
  if (squeezed(written) !== squeezed(shown.type)) {
    print('as it was written:')
    print(indented(written.trim()))
  }
  const spoken = shown.own.filter(({ kind }) => kind !== 'constructor' && kind !== 'recursor')
  if (spoken.length === 0) return
  const hasMeanings = spoken.some(({ type }) => type !== undefined)
  print(
    `It speaks of ${spoken.length === 1 ? 'one declaration' : `${spoken.length} declarations`} of its own:`,
  )
  if (!hasMeanings)
    return print(`  ${spoken.map(({ name }) => oneLine(name)).join(', ')} (--explain shows what they say)`)
  for (const { kind, name, type, value } of spoken) {
    const body = value === null || value === undefined ? '' : ` :=\n  ${value}`
    print(indented(`${kind} ${name} : ${type ?? '(too large to be printed)'}${body}`))
  }
}

/** Who accepted the proof, in a few words. */
export function kernelsOf({ kernels, toolchain }: Receipt): string {
  const second = kernels.find(({ name }) => name === 'ts')
  const lean = `the Lean ${toolchain.lean} kernel`
  return second && second.declined === undefined ? `${lean} and the second one` : lean
}

export function showEvidence({ axioms, declarations, axioms_complete, toolchain, kernels }: Receipt): void {
  const usual = axioms.map(oneLine).join(', ') || 'none of its own'
  const library = axioms_complete ? '' : ' (those inside library proofs are not listed)'
  print(`axioms: ${usual}${library}; declarations checked by the kernel: ${declarations}`)
  print(`checked with ${toolchain.kind} Lean ${toolchain.lean} (${toolchain.githash.slice(0, 12)})`)
  const second = kernels.find(({ name }) => name === 'ts')
  if (second?.declined !== undefined) print(`the second kernel declined: ${second.declined}`)
  else if (second) {
    const { assumptions, seconds } = second
    print(
      `and by the second kernel in ${seconds.toFixed(2)} s, on ${assumptions} library theorems without bodies`,
    )
  }
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
