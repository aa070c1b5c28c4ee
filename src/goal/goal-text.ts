import { createHash } from 'node:crypto'
import { parseGoal, type Syntax, type Telescope, type Variable } from './goal-syntax.ts'

type Labels = ReadonlyMap<Variable, string>

/**
 * The text normal form: whitespace and comments gone, synonyms unified, bound names erased, `(x : A)` and
 * `{x : A}` alike, hypotheses in a canonical order that respects their dependencies.
 */
export function normalizeGoalText(text: string, context: readonly string[] = []): string {
  const telescope = parseGoal(text, context)
  const order = canonicalOrder(telescope)
  const labels = new Map(order.map((variable, index) => [variable, `#${index}`]))
  const hypotheses = order.map((variable) => `${labels.get(variable)} : ${renderType(variable, labels)}`)
  return [...hypotheses, `⊢ ${render(telescope.body, labels)}`].join(' ; ')
}

function renderType(variable: Variable, labels: Labels): string {
  const type = variable.type.length === 0 ? '_' : render(variable.type, labels)
  return variable.instance ? `[${type}]` : type
}

function render(items: readonly Syntax[], labels: Labels): string {
  return items.map((item) => renderItem(item, labels)).join(' ')
}

function renderItem(item: Syntax, labels: Labels): string {
  switch (item.kind) {
    case 'token':
      return item.text
    case 'variable':
      return `${labels.get(item.variable) ?? '#?'}${item.suffix}`
    case 'group':
      return `${item.open} ${render(item.items, labels)} ]`
    case 'binder': {
      const inner = new Map(labels)
      const declared = item.variables.map((variable) => {
        const type = renderType(variable, inner)
        inner.set(variable, `#${inner.size}`)
        return type
      })
      return `${item.keyword} ${declared.join(' ; ')} , ${render(item.body, inner)}`
    }
  }
}

// Ordering renders every hypothesis many times over; what is larger than any real goal keeps its order.
const MOST_REORDERED = 40
const MOST_SYNTAX = 5000

/**
 * Colour refinement (1-dimensional Weisfeiler-Leman): variables start with the shape of their type and are
 * told apart by where they are used, until nothing changes. The order is then topological, smallest colour
 * first; a tie is broken by fixing one variable and refining again.
 */
function canonicalOrder({ variables, body }: Telescope): readonly Variable[] {
  if (variables.length < 2 || variables.length > MOST_REORDERED) return variables
  if (sizeOf(body) + variables.reduce((sum, { type }) => sum + sizeOf(type), 0) > MOST_SYNTAX)
    return variables
  const conclusion: Variable = { name: undefined, type: body, instance: false }
  const users = new Map(variables.map((variable) => [variable, [] as Variable[]]))
  const needs = new Map(variables.map((variable) => [variable, new Set<Variable>()]))
  for (const user of [...variables, conclusion]) {
    for (const used of mentioned(user.type)) {
      users.get(used)?.push(user)
      if (users.has(used)) needs.get(user)?.add(used)
    }
  }
  const placed: Variable[] = []
  const waiting = new Set(variables)
  let colours = refine(variables, users, new Map(variables.map((variable) => [variable, ''])))
  while (waiting.size > 0) {
    const ready = [...waiting].filter((variable) =>
      [...(needs.get(variable) ?? [])].every((n) => !waiting.has(n)),
    )
    const smallest = ready.reduce((best, next) => (colourOf(next) < colourOf(best) ? next : best))
    const tied = ready.some((other) => other !== smallest && colourOf(other) === colourOf(smallest))
    waiting.delete(smallest)
    placed.push(smallest)
    if (tied) colours = refine(variables, users, new Map(colours).set(smallest, `!${placed.length}`))
  }
  return placed

  function colourOf(variable: Variable): string {
    return colours.get(variable) ?? ''
  }
}

function refine(
  variables: readonly Variable[],
  users: ReadonlyMap<Variable, readonly Variable[]>,
  start: Map<Variable, string>,
): Map<Variable, string> {
  let colours = start
  for (let distinct = 0; ; ) {
    const next = new Map<Variable, string>()
    for (const variable of variables) {
      const marked = new Map(colours).set(variable, '★')
      const uses = (users.get(variable) ?? [])
        .map((user) => `${colours.get(user) ?? '⊢'} ${renderType(user, marked)}`)
        .sort()
      const signature = [colours.get(variable), renderType(variable, colours), ...uses].join(' ; ')
      next.set(variable, createHash('sha256').update(signature).digest('hex').slice(0, 16))
    }
    const found = new Set(next.values()).size
    if (found <= distinct) return colours
    distinct = found
    colours = next
  }
}

function mentioned(items: readonly Syntax[], found = new Set<Variable>()): Set<Variable> {
  for (const item of items) {
    if (item.kind === 'variable') found.add(item.variable)
    if (item.kind === 'group') mentioned(item.items, found)
    if (item.kind === 'binder') {
      for (const variable of item.variables) mentioned(variable.type, found)
      mentioned(item.body, found)
    }
  }
  return found
}

function sizeOf(items: readonly Syntax[]): number {
  return items.reduce((sum, item) => {
    if (item.kind === 'group') return sum + 1 + sizeOf(item.items)
    if (item.kind !== 'binder') return sum + 1
    return sum + sizeOf(item.body) + item.variables.reduce((types, { type }) => types + 1 + sizeOf(type), 0)
  }, 0)
}
