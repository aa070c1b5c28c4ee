/** Which argument a function goes by: laws about the other one are those that need a proof. */
import type { DojoState, Survey } from '../../lean/index.ts'
import { frontsOf, law, operationsIn, stepsOf } from '../../lemmas/index.ts'
import { EFFORTS } from '../../tactics/index.ts'
import type { Session } from '../session.ts'
import { MOST } from './plan.ts'

/** Names of the binary operations that compute as soon as the form of their second argument is known. */
export async function goingBySecond(
  session: Session,
  state: DojoState,
  survey: Survey,
): Promise<ReadonlySet<string>> {
  const probes = operationsIn(survey).plain.flatMap((operation) => {
    const [left = '', right = '', output] = [...operation.inputs, operation.output]
    const built = [
      ...stepsOf(right, survey).map((step) => step('y')),
      ...frontsOf(right, survey).map((front) => front('thing', 'y')),
    ][0]
    if (built === undefined || output === undefined) return []
    const thing = built.includes('thing') ? { thing: '_' } : {}
    const { statement } = law(
      [operation],
      { x: left, y: right, ...thing, z: output },
      `${operation.write('x', built)} = z → True`,
    )
    return [{ name: operation.name, statement }]
  })
  const found = new Set<string>()
  for (const { name, statement } of probes.slice(0, MOST.directions)) {
    const proof = `intros; rename_i h; rw [${name}] at h; trivial`
    const after = await session.advance(state, `have computes : ${statement} := by ${proof}`, EFFORTS.probe)
    if (!after) continue
    await session.dojo.drop(after)
    found.add(name)
  }
  return found
}
