export { LOG_LEVELS, type Log, type LogEntry, type LogFields, type LogLevel, openLog } from './log.ts'
export { RotatingLog } from './rotating-log.ts'
