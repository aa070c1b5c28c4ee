/**
 * `sketch`: a proof outline with holes, written by a model where there is an endpoint, and made from the structure of
 * the goal otherwise. Lean validates the outline; its holes are closed by quick means. What stays open is reported
 * hole by hole, so that others can work on it, together with the outline that puts their proofs together.
 */
import type { Chat } from '../../models/index.ts'
import { PATIENCE } from '../../tactics/index.ts'
import { openGoal, retrievePremises } from '../opening.ts'
import { type Attack, attack, proved } from '../outcome.ts'
import type { Session } from '../session.ts'
import type { Strategy, StrategyGoal, StrategyResult, StrategyRun, StrategyTools } from '../strategy.ts'
import { type Asking, askForOutline, askForRepair, type ModelAnswer, type ModelDraft } from './model.ts'
import { closeHoles, type HoleClosing, restateHole, type Sketch, validate } from './outline.ts'
import { DEMERITS, MODEL_SHARE, MOST, RESERVE, SECONDS } from './plan.ts'
import { structuralDrafts } from './structure.ts'

export const sketch: Strategy = {
  name: 'sketch',
  version: 4,
  profile: 1,
  timeoutSeconds: SECONDS,
  glances: true,
  patience: PATIENCE,
  availability: async (tools) => ({
    available: true,
    note: tools?.chat
      ? 'outlines by the configured model, and from structure'
      : 'drafts from structure; set ORCH_LLM_BASE_URL and ORCH_LLM_MODEL for outlines by a model',
  }),
  run,
}

async function run(goal: StrategyGoal, tools: StrategyTools, run: StrategyRun): Promise<StrategyResult> {
  return attack({ goal, tools, run }, async (session) => {
    using sketching = new Sketching(session, { goal, tools, run })
    return await sketching.run()
  })
}

interface Candidate extends Sketch {
  readonly byModel: boolean
}

class Sketching implements Disposable {
  readonly #session: Session
  readonly #attack: Attack
  readonly #lemmas: readonly string[]
  readonly #reserve: number
  readonly #over = new AbortController()
  #best: Candidate | undefined
  #modelSaid: string | undefined

  constructor(session: Session, attack: Attack) {
    const { goal, run } = attack
    this.#session = session
    this.#attack = attack
    this.#lemmas = [...(goal.lemmas ?? '').matchAll(/^theorem\s+(\S+)/gm)].map(([, name = '']) => name)
    this.#reserve = Math.min(RESERVE.mostSeconds, RESERVE.share * run.budgetSeconds)
  }

  /** Ends requests to the model that are still running. */
  [Symbol.dispose](): void {
    this.#over.abort()
  }

  async run(): Promise<StrategyResult> {
    for (const script of this.#attack.run.resume ?? []) {
      const proof = await this.#work(script, true)
      if (proof !== undefined) return proved(this.#session, proof)
    }
    const script = (await this.#drafted()) ?? (await this.#thoroughly(this.#best))
    return script === undefined ? this.#failed() : proved(this.#session, script)
  }

  /** Drafts from structure until the model has answered, then the model's, then the rest. */
  async #drafted(): Promise<string | undefined> {
    const session = this.#session
    const { tools, run } = this.#attack
    const opening = await openGoal(session)
    const premises = once(() => retrievePremises(session, tools, opening.state, MOST.premises))
    const structural = structuralDrafts(session, opening, premises)
    let hasAnswered = false
    // A model is not asked for an answer that nobody has the time to wait for.
    const chat = run.isGlance ? undefined : tools.chat
    let asked = chat && this.#ask(chat, await premises())
    const answered = () => {
      hasAnswered = true
    }
    asked?.then(answered, answered)
    for (let isDone = false; this.#hasTime; ) {
      if (chat && asked && (hasAnswered || isDone)) {
        const proof = await this.#workOnAnswer(await asked, chat)
        if (proof !== undefined) return proof
        asked = undefined
        continue
      }
      const next = await structural.next()
      isDone = next.done === true
      if (isDone && !asked) return undefined
      const proof = next.done ? undefined : await this.#work(next.value, false)
      if (proof !== undefined) return proof
    }
    return undefined
  }

  #ask(chat: Chat, premises: readonly string[]): Promise<ModelAnswer> {
    const { input, lemmas = '' } = this.#attack.goal
    const { header } = this.#session.dojo.statement
    return askForOutline({ input, header, lemmas, premises }, this.#asking(chat))
  }

  #asking(chat: Chat): Asking {
    const signal = AbortSignal.any([this.#session.signal, this.#over.signal])
    return { chat, timeoutMs: Math.max(1, MODEL_SHARE * this.#session.secondsLeft * 1000), signal }
  }

  async #workOnAnswer(answer: ModelAnswer, chat: Chat): Promise<string | undefined> {
    if (answer.kind === 'none') {
      this.#modelSaid = answer.why
      return undefined
    }
    let refused: { draft: ModelDraft; why: string } | undefined
    const onRefused = (draft: ModelDraft) => (why: string) => {
      refused ??= { draft, why }
    }
    for (const draft of answer.drafts) {
      const proof = await this.#work(draft.script, true, onRefused(draft))
      if (proof !== undefined) return proof
    }
    if (!refused || !this.#hasTime) return undefined
    const repaired = await askForRepair(refused.draft, refused.why, this.#asking(chat))
    if (repaired.kind === 'none') this.#modelSaid = repaired.why
    for (const { script } of repaired.kind === 'drafts' ? repaired.drafts : []) {
      const proof = await this.#work(script, true)
      if (proof !== undefined) return proof
    }
    return undefined
  }

  /** Validates an outline and closes its holes; gives the whole proof if none stays open. */
  async #work(
    outline: string,
    byModel: boolean,
    onRefused?: (why: string) => void,
  ): Promise<string | undefined> {
    if (!this.#hasTime) return undefined
    const session = this.#session
    const valid = await validate(session, outline)
    if (valid.kind === 'whole') return valid.script
    if (valid.kind === 'refused') {
      onRefused?.(valid.why)
      return undefined
    }
    const quick = { ...(await closeHoles(session, valid, this.#closing(false))), byModel }
    return byModel && quick.open.length > 0 ? this.#thoroughly(quick) : this.#keep(quick)
  }

  /** The holes that stayed open may take inductions of their own. */
  async #thoroughly(candidate: Candidate | undefined): Promise<string | undefined> {
    if (!candidate || !this.#hasTime) return candidate && this.#keep(candidate)
    const { script, open, holes, byModel } = candidate
    const again = await closeHoles(this.#session, { script, holes: open }, this.#closing(true))
    return this.#keep({ ...again, holes, byModel })
  }

  #closing(thorough: boolean): HoleClosing {
    return { lemmas: this.#lemmas, thorough, reserveSeconds: this.#reserve }
  }

  async #keep(candidate: Candidate): Promise<string | undefined> {
    const { open, script } = candidate
    if (open.length === 0) {
      const whole = await validate(this.#session, script)
      return whole.kind === 'whole' ? script : undefined
    }
    if (!this.#best || rank(candidate) < rank(this.#best)) this.#best = candidate
    return undefined
  }

  get #hasTime(): boolean {
    return this.#session.secondsLeft > this.#reserve
  }

  async #failed(): Promise<StrategyResult> {
    const session = this.#session
    const best = this.#best
    const model = this.#modelSaid === undefined ? '' : `; the model: ${this.#modelSaid}`
    const fail = { kind: 'failed', cpuSeconds: session.cpuSeconds } as const
    if (!best) return { ...fail, why: `no outline holds${model}` }
    const { script, open, holes } = best
    const why = `${open.length} of ${holes} holes of the best outline stay open${model}`
    if (open.length > MOST.open || !gotSomewhere(best)) return { ...fail, why }
    const statements: string[] = []
    for (const hole of open) {
      const statement = await restateHole(session, hole)
      if (statement === undefined) return { ...fail, why }
      statements.push(statement)
    }
    const [stuckOn = ''] = statements
    return { ...fail, why, stuckOn, holes: [...new Set(statements)], unfinished: [script] }
  }
}

/**
 * Somebody thought of a model's outline. One from structure is worth something if part of it worked out, unless it is
 * a case distinction: without an induction hypothesis the case that is left is the goal again.
 */
function gotSomewhere({ script, open, holes, byModel }: Candidate): boolean {
  return byModel || (open.length < holes && !/^cases /m.test(script))
}

/** Drafts in which something was proved come first, then those with fewer open holes, then those with shorter goals. */
function rank(candidate: Candidate): number {
  const { open, byModel } = candidate
  const letters = open.reduce((sum, { state }) => sum + (state.goals[0]?.text.length ?? 0), 0)
  return (
    open.length * DEMERITS.hole +
    Math.min(letters * DEMERITS.letter, DEMERITS.mostForLetters) +
    (byModel ? 0 : DEMERITS.byStructure) +
    (gotSomewhere(candidate) ? 0 : DEMERITS.nothingProved)
  )
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
