export { checkExportFile, type FileVerdict } from './kernel-thread.ts'
