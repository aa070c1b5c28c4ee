/** The helpers that settings name, opened for one command: the premise finder and the user's local models. */
import type { Config } from '../config/index.ts'
import { OrchError } from '../errors.ts'
import type { Ledger } from '../ledger/index.ts'
import { ByteEncoder, ByteGenerator, type ModelRole, onnxRuntime, openModelFolder } from '../models/index.ts'
import { augmentedState, denseSource, PremiseFinder } from '../premises/index.ts'
import { modelTactic } from './reprover/model-tactics.ts'
import { MODEL } from './reprover/plan.ts'
import type { StrategyTools } from './strategy.ts'

export interface Assistants extends AsyncDisposable {
  readonly finder: PremiseFinder
  readonly tools: Pick<StrategyTools, 'findPremises' | 'suggestTactics'>
}

export interface AssistantOptions {
  readonly config: Pick<Config, 'cacheDir' | 'reproverRetrieverPath' | 'reproverGeneratorPath'>
  /** That of the toolchain. */
  readonly fingerprint: string
  /** Remembers the premises of goals. */
  readonly ledger?: Ledger | undefined
}

/** Throws a sentence if a model was configured that cannot be used; models are loaded when first needed. */
export async function openAssistants({ config, fingerprint, ledger }: AssistantOptions): Promise<Assistants> {
  const { cacheDir, reproverRetrieverPath, reproverGeneratorPath } = config
  const retriever = await lazyModel(reproverRetrieverPath, 'retriever', (folder) => ByteEncoder.load(folder))
  const generator = await lazyModel(reproverGeneratorPath, 'generator', (folder) =>
    ByteGenerator.load(folder),
  )
  const dense = retriever && denseSource(retriever.id, retriever.open)
  const finder = new PremiseFinder({ cacheDir, fingerprint, ledger, dense })
  const suggestTactics: StrategyTools['suggestTactics'] =
    generator &&
    (async (dojo, state, premises, signal) => {
      const index = finder.index(dojo.statement.input.imports)
      const known = premises.flatMap((name) => index?.theorem(name) ?? [])
      const input = augmentedState(state.goals[0]?.text ?? '', known, MODEL.inputBytes)
      const found = await (await generator.open()).generate(input, { results: MODEL.tactics, signal })
      return found.flatMap(({ text, score }) => {
        const tactic = modelTactic(text)
        return tactic === undefined ? [] : [{ tactic, logLikelihood: score }]
      })
    })
  return {
    finder,
    tools: {
      findPremises: (dojo, state, limit, signal) => finder.find(dojo, state, { limit, signal }),
      ...(suggestTactics && { suggestTactics }),
    },
    [Symbol.asyncDispose]: async () => {
      finder.close()
      await Promise.all([retriever?.close(), generator?.close()])
    },
  }
}

async function lazyModel<M extends { close(): Promise<void> }>(
  folder: string | undefined,
  role: ModelRole,
  load: (folder: string) => Promise<M>,
): Promise<{ id: string; open: () => Promise<M>; close: () => Promise<void> } | undefined> {
  if (folder === undefined) return undefined
  const { id } = openModelFolder(folder, role)
  const runtime = await onnxRuntime()
  if (runtime.kind === 'absent') {
    throw new OrchError('onnx_absent', `The ${role} model cannot be used: ${runtime.why}.`, {
      hint: runtime.fix,
    })
  }
  let loading: Promise<M> | undefined
  return {
    id,
    open: () => {
      loading ??= load(folder)
      return loading
    },
    close: async () => (await loading?.catch(() => undefined))?.close(),
  }
}
