export { chooseToolchain, LEAN_CHOICES, type LeanChoice, type ToolchainOptions } from './choose.ts'
export { embeddedProgram, embeddedToolchain, inspectEmbeddedPrograms } from './embedded.ts'
export {
  findNativeLean,
  findProject,
  inspectNative,
  nativeToolchain,
  nativeVersion,
  OLDEST_LEAN,
} from './native.ts'
export { inspectSandbox, type SandboxState } from './sandbox.ts'
export { EMBEDDED_LEAN, otherThanEmbedded } from './wanted-lean.ts'
