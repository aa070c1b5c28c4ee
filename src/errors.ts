/**
 * Broken promises, as opposed to expected outcomes (which are values).
 * `code` is stable and meant for programs, `message` is a sentence for people, `hint` says what to do next.
 */
export class OrchError extends Error {
  override readonly name: string = 'OrchError'
  readonly code: string
  readonly hint: string | undefined

  constructor(code: string, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.hint = options.hint
  }
}

/** The caller gave something that cannot be used: a bad flag, an unreadable file, a malformed receipt. */
export class InputError extends OrchError {
  override readonly name = 'InputError'
}
