/** Whether the library is indexed, so that strategies are offered its theorems. */
import { cacheDir } from '../config/index.ts'
import { chooseToolchain, inspectEmbeddedPrograms } from '../lean/index.ts'
import { openIndex } from '../premises/index.ts'
import type { DoctorAnswer, DoctorQuestion } from './question.ts'

export const premises: DoctorQuestion = {
  name: 'Premise index',
  ask: () => askPremises(cacheDir()),
}

/** Only the embedded Lean is asked about: a project's own may take long to say what it is. */
export async function askPremises(folder: string): Promise<DoctorAnswer> {
  const missing: DoctorAnswer = {
    verdict: 'absent',
    detail: "not built: premises come from Lean's own selectors alone",
    fix: "Optional: 'orch premises build' indexes the library, about a minute, once.",
  }
  if (inspectEmbeddedPrograms(folder).kind !== 'ready') return missing
  const { fingerprint } = await chooseToolchain({ lean: 'embedded', cacheDir: folder })
  using index = openIndex({ fingerprint, imports: [], cacheDir: folder })
  return index ? { verdict: 'good', detail: `${index.size} theorems of the embedded library` } : missing
}
