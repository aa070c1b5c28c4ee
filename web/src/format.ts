/** Numbers and times as people read them. All fixed to one locale, so that a screenshot looks the same everywhere. */
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

export const count = (value: number): string => whole.format(value)
export const compact = (value: number): string => short.format(value)
export const percent = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)} %`

export function seconds(value: number): string {
  if (value < 0.0005) return '0 s'
  if (value < 1) return `${Math.round(value * 1000)} ms`
  if (value < 10) return `${value.toFixed(1)} s`
  if (value < 120) return `${Math.round(value)} s`
  if (value < 7200) return `${Math.round(value / 60)} min`
  if (value < 172_800) return `${(value / 3600).toFixed(1)} h`
  return `${(value / 86_400).toFixed(1)} d`
}

export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let amount = value
  let unit = 0
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000
    unit++
  }
  return `${amount >= 100 || unit === 0 ? Math.round(amount) : amount.toFixed(1)} ${units[unit]}`
}

export function timeOfDay(when: number | string): string {
  return clock.format(new Date(when))
}

/** A moment on an axis: the day counts where more than a day is shown. */
export function moment(when: number, span: number): string {
  if (span < 129_600_000) return timeOfDay(when)
  return `${dayAndMonth.format(when)}, ${clock.format(when).slice(0, 5)}`
}

export function dateAndTime(when: number | string): string {
  const date = new Date(when)
  return `${day.format(date)}, ${clock.format(date)}`
}

export function ago(when: number | string, now = Date.now()): string {
  const passed = Math.max(0, (now - new Date(when).getTime()) / 1000)
  return passed < 2 ? 'just now' : `${seconds(Math.round(passed))} ago`
}

export const plural = (amount: number, one: string, many = `${one}s`): string =>
  `${count(amount)} ${amount === 1 ? one : many}`

/** The part of an id that tells it from others: command and time stand beside it anyway. */
export function shortId(id: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(id)) return id.slice(0, 8)
  return /^[a-z]+-\d{8}T\d{6}-([0-9a-f]{8})$/.exec(id)?.[1] ?? id
}
