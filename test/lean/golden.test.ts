/**
 * The protocol, pinned: every conversation in `golden/` is held again with the real Lean program and must
 * go as recorded. After a change that is meant, `ORCH_RECORD=1 npx vitest run test/lean/golden.test.ts`
 * writes the replies anew; read the difference before committing it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../../src/config/index.ts'
import { hello, PROTOCOL_VERSION, replies } from '../../src/lean/protocol.ts'
import type { LeanCommandName } from '../../src/lean/requests.ts'
import { embeddedToolchain } from '../../src/lean/toolchains/index.ts'
import { type JsonObject, Names, openTalker, type Talker } from './conversation.ts'

interface Step {
  /** One request, or several that are sent at once; `target: "0"` of a cancel is the first of them. */
  readonly send?: JsonObject | JsonObject[]
  /** Instead of a request: a line as it is. */
  readonly line?: string
  receive?: JsonObject | JsonObject[]
}

interface Conversation {
  readonly about: string
  readonly steps: Step[]
}

const folder = join(import.meta.dirname, 'golden')
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const isRecording = process.env.ORCH_RECORD === '1'

let search: Talker
let verdict: Talker
beforeAll(async () => {
  const toolchain = await embeddedToolchain({ cacheDir: cacheDir() })
  ;[search, verdict] = await Promise.all([openTalker(toolchain), openTalker(toolchain, 'verdict')])
})
afterAll(() => Promise.all([search[Symbol.asyncDispose](), verdict[Symbol.asyncDispose]()]))

async function hold(step: Step, names: Names): Promise<JsonObject | JsonObject[]> {
  if (step.line !== undefined) return names.normalise(await search.say(step.line)) as JsonObject
  const sent = [step.send ?? []].flat()
  const lean = sent.some(({ cmd }) => cmd === 'judge') ? verdict : search
  const received = await lean.ask(sent.map((request) => names.resolve(request) as JsonObject))
  for (const [i, reply] of received.entries()) {
    if ('ok' in reply) expectDocumented(sent[i]?.cmd as LeanCommandName, reply.ok)
  }
  const normalised = received.map((reply) => names.normalise(reply) as JsonObject)
  return Array.isArray(step.send) ? normalised : (normalised[0] ?? {})
}

/** The protocol file must know every field: what it does not know it would drop. */
function expectDocumented(command: LeanCommandName, ok: unknown): void {
  expect(withoutKeys(replies[command].parse(ok))).toEqual(withoutKeys(ok))
}

/** Keys are hashed on the way in. */
function withoutKeys(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, item: unknown) => (name === 'key' ? undefined : item)))
}

describe('the Lean program', () => {
  it('says hello first, in the protocol that this Orch speaks', () => {
    for (const { hello: said } of [search, verdict]) {
      expect(hello.parse(said).hello).toMatchObject({ protocol: PROTOCOL_VERSION, modules: ['Init'] })
    }
  })

  it.each(files)('answers as recorded in %s', async (file) => {
    const path = join(folder, file)
    const conversation = JSON.parse(readFileSync(path, 'utf8')) as Conversation
    const names = new Names()
    for (const step of conversation.steps) {
      const received = await hold(step, names)
      if (isRecording) step.receive = received
      else expect(received, JSON.stringify(step.send ?? step.line)).toEqual(step.receive)
    }
    if (isRecording) writeFileSync(path, `${JSON.stringify(conversation, null, 2)}\n`)
  })

  it('has a recorded conversation for every message of the protocol', () => {
    const commands = files.flatMap((file) =>
      (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Conversation).steps.flatMap((step) =>
        [step.send ?? []].flat().map((request) => request.cmd),
      ),
    )
    expect(Object.keys(replies).filter((command) => !commands.includes(command))).toEqual([])
  })
})
