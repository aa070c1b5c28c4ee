/** For tests: a chat endpoint on this machine that says what the test tells it to, and remembers what it was asked. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChatMessage } from './llm.ts'

export interface TestEndpoint extends AsyncDisposable {
  readonly baseUrl: string
  /** The conversations so far. */
  readonly asked: readonly (readonly ChatMessage[])[]
}

/** `answer` gets the messages of a request and gives the content of the reply. */
export async function openTestEndpoint(
  answer: (messages: readonly ChatMessage[]) => string,
): Promise<TestEndpoint> {
  const asked: (readonly ChatMessage[])[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', () => {
      const { messages } = JSON.parse(text) as { messages: readonly ChatMessage[] }
      asked.push(messages)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ choices: [{ message: { content: answer(messages) } }] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
