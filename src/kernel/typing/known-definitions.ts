import type { BinaryName } from './operations.ts'

/**
 * Fingerprints of the library's definitions of functions that are not recursive on constructors. Each stands for the
 * definition and everything it is made of, as shipped with the versions of Lean named beside it.
 */
export const KNOWN_DEFINITIONS: Partial<Record<BinaryName, readonly string[]>> = {}
