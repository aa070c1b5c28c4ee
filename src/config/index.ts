export { cacheDir, homeDir } from './paths.ts'
