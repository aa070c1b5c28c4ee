import { expect, it } from 'vitest'
import { Emitter } from './emitter.ts'

it('tells those who listen for an event, until they do not want to hear of it', () => {
  const emitter = new Emitter<{ found: number; lost: string }>()
  const heard: unknown[] = []
  const end = emitter.on('found', (event) => heard.push(event))
  emitter.on('found', (event) => heard.push(-event))
  emitter.on('lost', (event) => heard.push(event))
  emitter.emit('found', 1)
  end()
  emitter.emit('found', 2)
  emitter.emit('lost', 'it')
  expect(heard).toEqual([1, -1, -2, 'it'])
})
