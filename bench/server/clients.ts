/**
 * Many clients of the live events in a process of their own; tells how many events reached them. They stand for
 * browsers on other machines, so they take only what the search leaves over.
 */
import { get, type IncomingMessage } from 'node:http'
import { setPriority } from 'node:os'

const [url = '', count = '0'] = process.argv.slice(2)
const MARK = Buffer.from('\nevent: ')
let received = 0
setPriority(0, 19)

const responses = await Promise.all(
  Array.from(
    { length: Number(count) },
    () =>
      new Promise<IncomingMessage>((open, failed) => {
        get(`${url}/api/events`, open).once('error', failed)
      }),
  ),
)
for (const response of responses)
  response.on('data', (bytes: Buffer) => {
    for (let at = bytes.indexOf(MARK); at >= 0; at = bytes.indexOf(MARK, at + 1)) received += 1
  })
process.send?.('ready')
process.once('message', () => {
  for (const response of responses) response.destroy()
  process.send?.(received)
  process.disconnect()
})
