export { LOG_LEVELS, type Log, type LogLevel, openLog } from './log.ts'
export type { TaskResult } from './rows.ts'
export { type BatchOptions, type BatchProgress, type BatchResult, runBatch } from './run-batch.ts'
export type { BatchEngine } from './schedule.ts'
