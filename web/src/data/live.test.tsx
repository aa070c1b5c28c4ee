/** The live connection, with the parts of a browser that it uses played by hand: a stream, a page, a clock, a network. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

class Stream {
  static readonly CLOSED = 2
  static opened: Stream[] = []
  readonly address: string
  readyState = 1
  readonly #listeners = new Map<string, ((event: { data?: string; lastEventId: string }) => void)[]>()

  constructor(address: string) {
    this.address = address
    Stream.opened.push(this)
  }

  addEventListener(type: string, listener: (event: { data?: string; lastEventId: string }) => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
  }

  close(): void {
    this.readyState = Stream.CLOSED
  }

  say(type: string, data: unknown = {}, lastEventId = ''): void {
    for (const listener of this.#listeners.get(type) ?? [])
      listener({ data: JSON.stringify(data), lastEventId })
  }
}

const page = {
  hidden: false,
  listener: () => {},
  addEventListener(_type: string, listener: () => void) {
    page.listener = listener
  },
}
let answers = true
let probes = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  Stream.opened = []
  page.hidden = false
  answers = true
  probes = 0
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', () => {
    probes += 1
    return answers ? Promise.resolve(new Response('{}')) : Promise.reject(new TypeError('no server'))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function start() {
  const live = await import('./live.ts')
  live.startLive()
  const heard: string[] = []
  for (const topic of ['attempt', 'goal', 'clock'] as const) live.onLive([topic], () => heard.push(topic))
  const [stream] = Stream.opened
  if (!stream) throw new Error('no stream was opened')
  return { live, heard, stream }
}

describe('while the stream is open', () => {
  it('tells those who wait for an event, and beats every five seconds', async () => {
    const { heard, stream } = await start()
    stream.say('open')
    stream.say('attempt', {}, '1-0')
    await vi.advanceTimersByTimeAsync(5000)
    expect(heard).toEqual(['attempt', 'clock'])
    expect(probes).toBe(0)
  })

  it('tells nobody who has gone', async () => {
    const { live, stream } = await start()
    let told = 0
    const end = live.onLive(['goal', 'attempt'], () => {
      told += 1
    })
    stream.say('goal')
    end()
    stream.say('goal')
    expect(told).toBe(1)
  })

  it('has everything asked for anew when the server has lost its place', async () => {
    const { heard, stream } = await start()
    stream.say('open')
    stream.say('reset')
    expect(heard.toSorted()).toEqual(['attempt', 'clock', 'goal'])
  })
})

describe('while the stream is down', () => {
  it('asks whether the server answers, and for everything on the screen if it does', async () => {
    const { heard, stream } = await start()
    stream.say('open')
    stream.say('error')
    await vi.advanceTimersByTimeAsync(0)
    expect([probes, heard.length]).toEqual([1, 3])
    await vi.advanceTimersByTimeAsync(5000)
    expect([probes, heard.length]).toEqual([2, 6])
  })

  it('asks for nothing when nobody answers', async () => {
    answers = false
    const { heard, stream } = await start()
    stream.say('open')
    stream.say('error')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(probes).toBe(3)
    expect(heard).toEqual([])
  })

  it('opens a closed stream again from where it stopped, and asks once for what has no event', async () => {
    const { heard, stream } = await start()
    stream.say('open')
    stream.say('attempt', {}, '17-4')
    stream.close()
    stream.say('error')
    await vi.advanceTimersByTimeAsync(5000)
    expect(Stream.opened.map(({ address }) => address)).toEqual(['/api/events', '/api/events?after=17-4'])
    heard.length = 0
    Stream.opened[1]?.say('open')
    expect(heard.toSorted()).toEqual(['attempt', 'clock', 'goal'])
  })
})

describe('a page that nobody looks at', () => {
  it('gives its connection back after half a minute and takes it again when it is looked at', async () => {
    const { heard, stream } = await start()
    stream.say('open')
    page.hidden = true
    page.listener()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(stream.readyState).toBe(Stream.CLOSED)
    heard.length = 0
    await vi.advanceTimersByTimeAsync(60_000)
    expect([heard, probes]).toEqual([[], 0])
    page.hidden = false
    page.listener()
    expect(Stream.opened).toHaveLength(2)
  })

  it('keeps it when somebody looks again in time', async () => {
    const { stream } = await start()
    stream.say('open')
    page.hidden = true
    page.listener()
    await vi.advanceTimersByTimeAsync(10_000)
    page.hidden = false
    page.listener()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([stream.readyState, Stream.opened.length]).toEqual([1, 1])
  })
})
