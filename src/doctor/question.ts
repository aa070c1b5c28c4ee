import type { Config } from '../config/index.ts'

/** One thing that Orch can use on this machine. `absent` is for what is optional; only `bad` needs fixing. */
export interface DoctorAnswer {
  readonly verdict: 'good' | 'absent' | 'bad'
  readonly detail: string
  /** What to do about it. */
  readonly fix?: string
}

export interface DoctorQuestion {
  readonly name: string
  /** The settings in force are read when they are needed: a wrong one spoils only the answers that depend on it. */
  ask(signal: AbortSignal, settings: () => Config): Promise<DoctorAnswer>
}
