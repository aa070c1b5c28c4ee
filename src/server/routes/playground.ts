import type { GoalCheckAnswer } from '../../api/index.ts'
import * as routes from '../../api/routes/index.ts'
import { LEAN_INPUT, makeGoal } from '../../goal/index.ts'
import { GoalError } from '../../lean/index.ts'
import { toInput } from '../../search/index.ts'
import { readPlayground, readStatement, theoremsNamed, tryTactics } from '../../use-cases/index.ts'
import { ApiProblem } from '../problem.ts'
import { createRoutes } from '../route.ts'
import type { ServerContext } from '../server-context.ts'

const SIGNS = Array.from(LEAN_INPUT, ([name, sign]) => ({ name, sign }))

/** Text that is being written: what Lean says of it is shown, and never counts as a verdict. */
export function playgroundRoutes({ playground, lean }: ServerContext) {
  return createRoutes()
    .openapi(routes.postPlaygroundRead, async ({ req, json }) => {
      const { text } = req.valid('json')
      const read = await playground.use((pool) => readPlayground(pool, text, req.raw.signal))
      return json(
        {
          kind: read.kind,
          messages: [...read.messages],
          steps: [...read.steps],
          holes: read.holes.map(({ goals, goal, ...hole }) => ({
            ...hole,
            goals: [...goals],
            goal: goal ? { ...goal, imports: [...goal.imports] } : null,
          })),
          milliseconds: read.milliseconds,
        },
        200,
      )
    })
    .openapi(routes.postGoalCheck, async ({ req, json }) => {
      const { goal: text, context = [], imports = [], preamble = '' } = req.valid('json')
      const input = toInput(makeGoal({ id: 'goal', text, context, imports, preamble }))
      try {
        const goals = await playground.use((pool) => readStatement(pool, input, req.raw.signal))
        return json({ accepted: true, goals: [...goals], problem: null }, 200)
      } catch (error) {
        if (!(error instanceof GoalError)) throw error
        return json({ accepted: false, goals: [], problem: problemOf(error) }, 200)
      }
    })
    .openapi(routes.postPlaygroundTry, async ({ req, json }) => {
      const tried = await playground.use((pool) => tryTactics(pool, req.valid('json'), req.raw.signal))
      if (!tried)
        throw new ApiProblem(
          422,
          'no-hole',
          'The text has no such hole.',
          'Write sorry where something is missing.',
        )
      return json({ items: tried.map((one) => ({ ...one, goals: [...one.goals] })) }, 200)
    })
    .openapi(routes.getLeanNames, async ({ req, json }) => {
      const { beginning, limit } = req.valid('query')
      const { items, note } = await theoremsNamed(lean, beginning, limit)
      return json({ items: [...items], note }, 200)
    })
    .openapi(routes.getLeanWords, ({ json }) => json({ signs: SIGNS }, 200))
}

function problemOf({ message, hint, place, position, frame }: GoalError): GoalCheckAnswer['problem'] {
  return {
    message,
    hint: hint ?? null,
    place,
    line: position?.line ?? null,
    column: position ? position.column + 1 : null,
    frame: frame ? `${frame.line}\n${frame.carets}` : null,
  }
}
