import { describe, expect, it } from 'vitest'
import { isLive, LiveScreen } from './live-screen.ts'
import { TestTerminal } from './test-terminal.ts'

describe('a live screen', () => {
  const open = (terminal: TestTerminal, lines: () => readonly string[]) =>
    new LiveScreen(terminal as unknown as NodeJS.WriteStream, lines)

  it('redraws its lines in place, below those that stay', () => {
    const terminal = new TestTerminal()
    let count = 0
    using screen = open(terminal, () => [`count ${count}`, 'second line'])
    screen.refresh()
    expect(terminal.text).toBe('count 0\nsecond line')
    count = 1
    screen.say('something happened')
    screen.refresh()
    screen.refresh()
    expect(terminal.text).toBe('something happened\ncount 1\nsecond line')
  })

  it('leaves nothing of a longer frame behind', () => {
    const terminal = new TestTerminal()
    let lines = ['a long first line', 'b', 'c']
    using screen = open(terminal, () => lines)
    screen.refresh()
    lines = ['short']
    screen.refresh()
    expect(terminal.text).toBe('short')
  })

  it('writes nothing when nothing changed', () => {
    const terminal = new TestTerminal()
    using screen = open(terminal, () => ['same'])
    screen.refresh()
    const before = terminal.raw
    screen.refresh()
    expect(terminal.raw).toBe(before)
  })

  it('takes its lines away at the end and keeps what was said, with the cursor visible', () => {
    const terminal = new TestTerminal()
    const screen = open(terminal, () => ['frame'])
    screen.refresh()
    screen.say('the last word')
    screen.close()
    screen.close()
    screen.say('after the end')
    expect(terminal.text).toBe('the last word\nafter the end')
    expect(terminal.cursorVisible).toBe(true)
  })

  it('keeps the scrolled lines whole when the terminal is full', () => {
    const terminal = new TestTerminal(40, 6)
    using screen = open(terminal, () => ['one', 'two', 'three'])
    for (let at = 0; at < 20; at += 1) {
      screen.say(`line ${at}`)
      screen.refresh()
    }
    screen.close()
    expect(terminal.text).toBe(Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n'))
  })

  it('is redrawn when the terminal becomes narrower, without traces of the wrapped lines', () => {
    const terminal = new TestTerminal(60, 24)
    const wide = 'x'.repeat(59)
    using screen = open(terminal, () => [wide.slice(0, terminal.columns - 1), 'end'])
    screen.say('stays')
    screen.refresh()
    terminal.resize(25, 24)
    expect(terminal.text).toBe(`stays\n${'x'.repeat(24)}\nend`)
    terminal.resize(60, 24)
    expect(terminal.text).toBe(`stays\n${wide}\nend`)
  })
})

describe('a stream', () => {
  it.each([
    ['a terminal', { isTTY: true }, { TERM: 'xterm' }, true],
    ['a pipe', {}, { TERM: 'xterm' }, false],
    ['a dumb terminal', { isTTY: true }, { TERM: 'dumb' }, false],
    ['a log of CI that claims to be a terminal', { isTTY: true }, { TERM: 'xterm', CI: 'true' }, false],
    ['a terminal without colours', { isTTY: true }, { TERM: 'xterm', NO_COLOR: '1' }, true],
  ])('is drawn on or not: %s', (_, stream, env, live) => {
    expect(isLive(stream, env)).toBe(live)
  })
})
