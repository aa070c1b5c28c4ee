export const buildSteps = ['wait', 'check', 'unpack', 'slim', 'snapshot', 'finish'] as const

export interface BuildProgress {
  readonly step: (typeof buildSteps)[number]
  /** Share of the whole build that is done, 0 to 1. */
  readonly fraction: number
  readonly message: string
}

export type OnProgress = (progress: BuildProgress) => void
