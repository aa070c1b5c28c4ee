/** How a Lean process ends, beside 0 (input ended) and 1 (Lean itself gave up: panic, out of memory). */
export const exitCodes = {
  /** The runtime broke: stack overflow, trap, uncaught exception. */
  crashed: 70,
  /** A file of the cache is damaged; its manifest is gone, so the next `ensureEmbedded` rebuilds it. */
  damaged: 74,
  /** The parent process is gone. */
  orphaned: 75,
} as const
