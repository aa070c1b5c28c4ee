export {
  type Config,
  type ConfigSources,
  describeConfig,
  type LoadedConfig,
  loadConfig,
  type Origin,
  strategyTimeout,
} from './config.ts'
export { cacheDir, homeDir } from './paths.ts'
export type { SettingName } from './settings.ts'
