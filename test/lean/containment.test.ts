/** Lean text that tries to reach the network, with a listener that would notice. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../../src/config/index.ts'
import { LeanServer } from '../../src/lean/index.ts'
import { embeddedToolchain } from '../../src/lean/toolchains/index.ts'

let listener: Server
let visitors = 0
beforeAll(async () => {
  listener = createServer((socket: Socket) => {
    visitors++
    socket.end()
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
})
afterAll(() => {
  listener.close()
})

const port = () => (listener.address() as AddressInfo).port

/** The first error Lean reports for the text, or why it is gone. */
async function failureOf(text: string): Promise<string> {
  await using lean = await LeanServer.start(await embeddedToolchain({ cacheDir: cacheDir() }))
  try {
    const answer = await lean.request('file', { text, codegen: true, header: true })
    if (answer.kind !== 'ok') return answer.kind
    return answer.value.messages.find(({ severity }) => severity === 'error')?.text ?? 'nothing failed'
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${'log' in error ? error.log : ''}` : String(error)
  }
}

const address = () => `(.v4 ⟨.ofParts 127 0 0 1, ${port()}⟩)`

const attempts: Record<string, { text: () => string; failure: RegExp }> = {
  'opens a TCP connection': {
    text: () => `import Std.Internal.UV.TCP
open Std.Net Std.Internal.UV
#eval show IO Unit from do
  let socket ← TCP.Socket.new
  discard <| socket.connect ${address()}`,
    failure: /build a version of Lean4 with libuv/,
  },
  'sends a UDP packet': {
    text: () => `import Std.Internal.UV.UDP
open Std.Net Std.Internal.UV
#eval show IO Unit from do
  let socket ← UDP.Socket.new
  socket.connect ${address()}`,
    failure: /build a version of Lean4 with libuv/,
  },
  'looks a name up': {
    text: () => `import Std.Internal.UV.DNS
#eval show IO Unit from discard <| Std.Internal.UV.DNS.getAddrInfo "localhost" "" 0`,
    failure: /build a version of Lean4 with libuv/,
  },
  'calls the C library': {
    text: () => `@[extern "socket"] opaque socket (family kind protocol : UInt32) : UInt32
#eval socket 2 1 0`,
    failure: /Could not find native implementation/,
  },
  "calls the host's functions": {
    text: () => `@[extern "__syscall_socket"] opaque socket (family kind protocol : UInt32) : UInt32
#eval socket 2 1 0`,
    failure: /Could not find native implementation/,
  },
  'starts a program': {
    text: () =>
      `#eval show IO Unit from discard <| IO.Process.run { cmd := "curl", args := #["http://127.0.0.1:${port()}"] }`,
    failure: /function not implemented/,
  },
}

describe('Lean text that', () => {
  it.each(Object.entries(attempts))('%s fails', async (_, { text, failure }) => {
    expect(await failureOf(text())).toMatch(failure)
  })

  it('tried all this did not reach the listener, which anybody else can', async () => {
    expect(visitors).toBe(0)
    await once(connect(port(), '127.0.0.1').resume(), 'close')
    expect(visitors).toBe(1)
  })

  it('has an import in the middle is told so', async () => {
    expect(await failureOf('theorem t : True := trivial\nimport Init\ntheorem u : True := trivial')).toMatch(
      /invalid 'import' command/,
    )
  })
})
