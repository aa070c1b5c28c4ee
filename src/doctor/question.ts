/** One thing that Orch can use on this machine. `absent` is for what is optional; only `bad` needs fixing. */
export interface Answer {
  readonly verdict: 'good' | 'absent' | 'bad'
  readonly detail: string
  /** What to do about it. */
  readonly fix?: string
}

export interface Question {
  readonly name: string
  ask(signal: AbortSignal): Promise<Answer>
}
