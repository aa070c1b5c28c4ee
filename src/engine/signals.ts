interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown
  off(signal: NodeJS.Signals, listener: () => void): unknown
}

/**
 * The first interrupt asks for an orderly stop, the second one wants out at once.
 * Returns a function that gives the signals back.
 */
export function onInterrupt(
  { stop, exit }: { stop: () => void; exit: () => void },
  source: SignalSource = process,
): () => void {
  let asked = false
  const listener = () => {
    if (asked) exit()
    else stop()
    asked = true
  }
  source.on('SIGINT', listener)
  source.on('SIGTERM', listener)
  return () => {
    source.off('SIGINT', listener)
    source.off('SIGTERM', listener)
  }
}
