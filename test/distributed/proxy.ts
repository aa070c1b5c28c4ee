/** A wire to the database that can be cut. */
import { createConnection, createServer, type Server, type Socket } from 'node:net'

export interface Wire extends AsyncDisposable {
  readonly port: number
  /** Breaks every connection and takes no new one until it is mended. */
  cut(): void
  mend(): void
}

export async function openWire(target: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  let isCut = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  }
  const server: Server = createServer((near) => {
    keep(near)
    if (isCut) {
      near.destroy()
      return
    }
    const far = createConnection(target, '127.0.0.1')
    keep(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const breakAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: address.port,
    cut() {
      isCut = true
      breakAll()
    },
    mend() {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      breakAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
