export interface BuildProgress {
  readonly step: 'wait' | 'check' | 'unpack' | 'slim' | 'compile' | 'snapshot' | 'finish'
  /** Share of the whole build that is done, 0 to 1. */
  readonly fraction: number
  readonly message: string
}

export type OnProgress = (progress: BuildProgress) => void
