import { expect, it } from 'vitest'
import { type NodeStatus, schemas } from '../data/api.ts'
import { STATUSES, statusOf } from './statuses.ts'

it('has a word, a colour and a meaning for every status that the server can send, and no other', () => {
  expect(STATUSES.map(({ status }) => status).toSorted()).toEqual([...schemas.nodeStatus.options].toSorted())
  expect(new Set(STATUSES.map(({ word }) => word)).size).toBe(STATUSES.length)
  expect(new Set(STATUSES.map(({ colour }) => colour)).size).toBe(STATUSES.length)
  for (const { meaning } of STATUSES) expect(meaning).not.toBe('')
})

it('shows a status of a newer server by its own name', () => {
  expect(statusOf('proved').word).toBe('proved')
  expect(statusOf('half_proved' as NodeStatus)).toMatchObject({ word: 'half_proved', meaning: '' })
})
