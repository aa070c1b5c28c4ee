import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { argumentsOf, FITS, PRIMITIVES } from './index.ts'

it('the language page documents every primitive with its arguments, and every fit', () => {
  const page = readFileSync(new URL('../../../docs/arc/language.md', import.meta.url), 'utf8')
  for (const { name, from, to, parameter, doc } of PRIMITIVES) {
    expect(page).toContain(
      `| \`${name}\` | ${from} to ${to} | ${argumentsOf(parameter).join(', ')} | ${doc} |`,
    )
  }
  for (const fit of FITS) expect(page).toContain(`\`${fit}\``)
})
