/** Whether the local models that the user pointed at can be used, and why not. */
import { type ModelRole, onnxRuntime, openModelFolder } from '../models/index.ts'
import type { DoctorAnswer, DoctorQuestion } from './question.ts'

const VARIABLES: Readonly<Record<ModelRole, string>> = {
  retriever: 'REPROVER_RETRIEVER_PATH',
  generator: 'REPROVER_GENERATOR_PATH',
}

export const models: DoctorQuestion = {
  name: 'Local models',
  ask: () => askModels(process.env),
}

export async function askModels(env: Readonly<Record<string, string | undefined>>): Promise<DoctorAnswer> {
  const roles: readonly ModelRole[] = ['retriever', 'generator']
  const given = roles.flatMap((role) => {
    const folder = env[VARIABLES[role]]
    return folder ? [{ role, folder }] : []
  })
  const runtime = await onnxRuntime()
  if (given.length === 0) {
    const engine = runtime.kind === 'ready' ? 'onnxruntime-node is installed' : runtime.why
    return {
      verdict: 'absent',
      detail: `none configured (${engine})`,
      fix: `Optional: set ${Object.values(VARIABLES).join(' and ')} to folders with ONNX exports.`,
    }
  }
  for (const { role, folder } of given) {
    try {
      openModelFolder(folder, role)
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      return { verdict: 'bad', detail, fix: `Correct ${VARIABLES[role]}, or unset it.` }
    }
  }
  if (runtime.kind === 'absent') return { verdict: 'bad', detail: runtime.why, fix: runtime.fix }
  return { verdict: 'good', detail: given.map(({ role, folder }) => `${role}: ${folder}`).join(', ') }
}
