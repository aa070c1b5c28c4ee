import { describe, expect, it } from 'vitest'
import { checkRows, exportRows, type Row } from '../test-files.ts'

describe('what a certificate says it is about', () => {
  const about = (theorem: unknown, source = 'theorem two : Eq.{1} Nat 2 2 := Eq.refl.{1} Nat 2') => {
    const [first, ...rest] = exportRows(source)
    const meta = { ...first?.meta, orch: { theorem, assumptions: [] } } as unknown as Row
    return checkRows([{ meta }, ...rest])
  }

  it('is told as it was checked', () => {
    expect(about(['two'])).toMatchObject({
      outcome: { kind: 'accepted' },
      theorem: { name: 'two', type: 'Eq Nat 2 2' },
    })
  })

  it.each([
    ['is not there', 'three'],
    ['is an axiom', 'p'],
    ['is a type', 'Nat'],
  ])('must be proved: one that %s is rejected', (_, name) => {
    expect(about([name]).outcome).toMatchObject({ kind: 'rejected', rule: 'format' })
  })

  it('is told whole, however long it is', () => {
    const long = '(x : Nat) → '.repeat(100)
    const fun = 'fun (x : Nat) => '.repeat(100)
    const { theorem } = about(['two'], `theorem two : ${long}Eq.{1} Nat 2 2 := ${fun}Eq.refl.{1} Nat 2`)
    expect(theorem?.type).toMatch(/Eq Nat 2 2$/)
    expect(theorem?.type).not.toContain('…')
  })
})
