/** One ARC task in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { NO_MEMORY, openParts, runTask, type Task } from '../arc/index.ts'

const { task, nodes, iterations } = workerData as { task: Task; nodes: number; iterations: number }
const checkpoints = { describer: 'builtin:symbolic', ruler: 'builtin:symbolic' }
const settings = {
  seed: 0,
  nodes,
  loopIters: iterations,
  candidateK: 4,
  editK: 4,
  editTopM: 2,
  analyse: false,
}

parentPort?.postMessage(await runTask(task, settings, openParts(checkpoints), NO_MEMORY))
