/** Many clients of the live events in a process of their own; tells how many events reached them. */
const [url = '', count = '0'] = process.argv.slice(2)
const stop = new AbortController()
let received = 0
const MARK = Buffer.from('\nevent: ')

async function follow(opened: () => void): Promise<void> {
  const response = await fetch(`${url}/api/events`, { signal: stop.signal })
  opened()
  for await (const piece of response.body ?? []) {
    const bytes = Buffer.from(piece)
    for (let at = bytes.indexOf(MARK); at >= 0; at = bytes.indexOf(MARK, at + 1)) received += 1
  }
}

const following: Promise<void>[] = []
await Promise.all(
  Array.from({ length: Number(count) }, () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    following.push(follow(resolve).catch(() => resolve()))
    return promise
  }),
)
process.send?.('ready')
process.once('message', async () => {
  stop.abort()
  await Promise.allSettled(following)
  process.send?.(received)
  process.disconnect()
})
