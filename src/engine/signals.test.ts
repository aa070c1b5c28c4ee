import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { onInterrupt } from './signals.ts'

it('the first interrupt stops in order, the second exits at once, and afterwards signals are given back', () => {
  const source = new EventEmitter()
  const calls: string[] = []
  const release = onInterrupt({ stop: () => calls.push('stop'), exit: () => calls.push('exit') }, source)
  source.emit('SIGINT')
  source.emit('SIGTERM')
  expect(calls).toEqual(['stop', 'exit'])
  release()
  expect(source.listenerCount('SIGINT') + source.listenerCount('SIGTERM')).toBe(0)
})
