/** A helper thread of `serve.ts`: reads its share of the memory image. */
import { workerData } from 'node:worker_threads'
import { fillMemory } from './memory-image.ts'

const { path, memory, filling } = workerData
fillMemory(path, new Uint8Array(memory), filling)
