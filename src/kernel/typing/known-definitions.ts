import type { BinaryName } from './operations.ts'

/**
 * Fingerprints of the library's definitions of functions that are not recursive on constructors. Each stands for the
 * definition and everything it is made of, as shipped with the versions of Lean named beside it.
 */
export const KNOWN_DEFINITIONS: Partial<Record<BinaryName, readonly string[]>> = {
  // Lean 4.28
  'Nat.div': ['c619dbee61e12c4e1c279633373ead8d92ee1578a46fc925ca9539df401c5a54'],
  'Nat.mod': ['3f38558cd40d3e027a827f81fe0f511a21d4f441b71be4e24311c6b4c9023f55'],
  'Nat.log2': ['3cf87beeb827ea2a015323abab375aa7bce090f8e9a25f6c6f0fddd316a313d2'],
}
