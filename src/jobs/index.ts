export { buildHash, capabilityOf, ORCH_VERSION } from './build.ts'
export { Capacity } from './capacity.ts'
export { openJobs } from './open.ts'
export { type QueueOverview, queueOverview } from './overview.ts'
export {
  type DeadJob,
  type Handler,
  type Job,
  type JobAnswer,
  type JobQueue,
  MOST_TRIES,
  type NewJob,
  type QueueCounts,
  type Service,
} from './queue.ts'
export {
  ALIVE_SECONDS,
  listWorkers,
  type RunningJob,
  type SeenWorker,
  sayAlive,
  sayGone,
  type WorkerState,
  type WorkerVersions,
} from './workers.ts'
