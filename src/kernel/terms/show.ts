/** Terms for people, in Lean's manner: cut short for the sentence of a rejection, whole for a statement. */
import { type Expr, type ExprTable, KIND, NO_EXPR } from './exprs.ts'
import { LEVEL, type Level, type LevelTable } from './levels.ts'
import type { NameTable } from './names.ts'

const MAX_PARTS = 60
/** Parts after which even a whole term is cut: a shared term written out may be exponentially long. */
export const WHOLE = 5000

export function showLevel(levels: LevelTable, names: NameTable, level: Level): string {
  let add = 0
  let base = level
  while (levels.kind(base) === LEVEL.succ) {
    base = levels.left(base)
    add++
  }
  if (levels.kind(base) === LEVEL.zero) return String(add)
  const text =
    levels.kind(base) === LEVEL.param
      ? names.text(levels.left(base))
      : `(${levels.kind(base) === LEVEL.max ? 'max' : 'imax'} ${showLevel(levels, names, levels.left(base))} ${showLevel(levels, names, levels.right(base))})`
  return add === 0 ? text : `${text}+${add}`
}

export function showExpr(exprs: ExprTable, names: NameTable, e: Expr, most = MAX_PARTS): string {
  let left = most
  const isWhole = most === WHOLE
  const atom = (x: Expr, scope: readonly string[]) => {
    const text = show(x, scope)
    return /[ →]/.test(text) ? `(${text})` : text
  }
  const show = (x: Expr, scope: readonly string[]): string => {
    if (left-- <= 0) return '…'
    switch (exprs.kind(x)) {
      case KIND.bvar:
        return scope[scope.length - 1 - exprs.a(x)] ?? `#${exprs.a(x)}`
      case KIND.sort: {
        const level = showLevel(exprs.levels, names, exprs.a(x))
        return level === '0' ? 'Prop' : level === '1' ? 'Type' : `Sort ${level}`
      }
      case KIND.const:
        return names.text(exprs.a(x))
      case KIND.app:
        return `${exprs.kind(exprs.a(x)) === KIND.app ? show(exprs.a(x), scope) : atom(exprs.a(x), scope)} ${atom(exprs.b(x), scope)}`
      case KIND.lam:
      case KIND.pi: {
        const name = `x${scope.length}`
        const [type, body] = [show(exprs.a(x), scope), show(exprs.b(x), [...scope, name])]
        return exprs.kind(x) === KIND.lam
          ? `fun (${name} : ${type}) => ${body}`
          : `(${name} : ${type}) → ${body}`
      }
      case KIND.let: {
        const name = `x${scope.length}`
        return `let ${name} := ${show(exprs.b(x), scope)}; ${show(exprs.c(x), [...scope, name])}`
      }
      case KIND.proj:
        return `${atom(exprs.c(x), scope)}.${exprs.b(x) + 1}`
      case KIND.nat: {
        const digits = exprs.natural(x)
        return isWhole || digits < 10n ** 30n ? String(digits) : 'a huge number'
      }
      case KIND.str:
        return JSON.stringify(isWhole ? exprs.string(x) : exprs.string(x).slice(0, 40))
      default:
        return exprs.c(x) === NO_EXPR ? `x${exprs.a(x)}` : `y${exprs.a(x)}`
    }
  }
  return show(e, [])
}
