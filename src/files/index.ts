export { filledLines, type JsonLine, jsonLines, jsonLinesIn, jsonOf, readJsonLines } from './json-lines.ts'
export { makeFolder } from './make-folder.ts'
export { isProcessAlive, processStat } from './process-alive.ts'
export { DISK_FULL, makeWhole, unwritable, type WholeFile, writeAll, writeWhole } from './whole-file.ts'
