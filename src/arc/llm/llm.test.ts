import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deterministicCritic } from '../critic/index.ts'
import { describe as describeTask } from '../describe/index.ts'
import { runTask } from '../loop/index.ts'
import { NO_MEMORY } from '../memory/index.ts'
import { symbolicPrior } from '../teacher/index.ts'
import { FLIP } from '../test-tasks.ts'
import { createWriter, programsIn } from './index.ts'

/** A chat endpoint that answers with whatever the test put there, and remembers what it was asked. */
let server: Server
let answer = ''
let status = 200
const asked: {
  authorization: string | undefined
  body: { model: string; messages: { content: string }[] }
}[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      asked.push({ authorization: request.headers.authorization, body: JSON.parse(text) })
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

const env = () => ({
  ORCH_LLM_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
  ORCH_LLM_MODEL: 'small',
  ORCH_LLM_API_KEY: 'secret',
})
const say = (content: string) => JSON.stringify({ choices: [{ message: { content } }] })
const settings = { seed: 0, nodes: 0, loopIters: 2, candidateK: 1, editK: 0, editTopM: 1, analyse: false }
const run = () =>
  runTask(
    FLIP.task,
    settings,
    {
      describe: describeTask,
      teacher: symbolicPrior,
      student: undefined,
      writers: [createWriter({ samples: 4, model: null }, env())],
      critic: deterministicCritic,
      hashes: {},
    },
    NO_MEMORY,
  )

describe('a ruler that asks a model', () => {
  it('takes a well-typed program from the answer and verifies it', async () => {
    status = 200
    answer = say('Here it is:\n```\n(program (view none as-is) (pipe (turn left-right)))\n```')
    const trace = await run()
    expect(trace.status).toBe('solved')
    expect(trace.iterations[0]?.candidates[0]).toMatchObject({ source: 'llm', pairs_solved: 3 })
    expect(asked.at(-1)?.authorization).toBe('Bearer secret')
    expect(asked.at(-1)?.body.model).toBe('small')
    expect(asked.at(-1)?.body.messages[1]?.content).toContain('123/000 -> 321/000')
    expect(asked.at(-1)?.body.messages[1]?.content).not.toContain('007/980')
  })

  it('rejects bad programs with a reason and asks for a repair of the best one', async () => {
    answer = say('(program (view none as-is) (pipe (fly))) (program (view none as-is) (pipe (turn up-down)))')
    const trace = await run()
    expect(trace.iterations[0]?.rejected[0]?.reason).toContain('fly')
    expect(trace.iterations[0]?.candidates).toHaveLength(1)
    expect(asked.at(-1)?.body.messages[1]?.content).toContain('Repair this program')
  })

  it.each([
    ['a failing endpoint', 500, '{}', 'status 500'],
    ['an answer without a message', 200, '{}', 'without a message'],
    ['an answer that is not JSON', 200, 'hello', 'not JSON: hello'],
    ['an answer without a program', 200, say('I do not know.'), 'no (program ...) form'],
  ])('survives %s', async (_, code, text, reason) => {
    status = code
    answer = text
    const trace = await run()
    expect(trace.status).toBe('unsolved')
    expect(trace.iterations[0]?.rejected[0]?.reason).toContain(reason)
  })

  it('needs an endpoint and a model', () => {
    expect(() => createWriter({ samples: 1, model: null }, {})).toThrow('needs an endpoint and a model')
  })

  it('finds every balanced program in a text', () => {
    expect(programsIn('x (program (a)) y (program (b (c))) (program (')).toEqual([
      '(program (a))',
      '(program (b (c)))',
    ])
  })
})
