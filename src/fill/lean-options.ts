/** Options that a project gives to Lean for its files, and how Lean is told. */
import { InputError } from '../errors.ts'

export interface LeanOption {
  /** `autoImplicit`; with `weak.` in front if Lean need not know it. */
  readonly name: string
  readonly value: boolean | number | string
}

const WEAK = 'weak.'
/** Families for working on Lean itself: `debug.skipKernelTC` accepts what nobody has checked. */
const WEAKENING = /^(?:weak\.)?(?:debug|bootstrap)\./
const NAME = /^[\p{L}_][\p{L}\p{N}_']*(?:\.[\p{L}_][\p{L}\p{N}_']*)*$/u

/** Throws `InputError` for what would change what Lean checks, and for what is no name. */
export function refuseWeakening(file: string, options: readonly LeanOption[]): void {
  for (const { name } of options) {
    if (WEAKENING.test(name)) {
      throw new InputError(
        'option_refused',
        `${file} sets ${name}, which changes what Lean checks: a proof found with it would prove nothing.`,
        { hint: `Remove ${name} from ${file}.` },
      )
    }
    if (!NAME.test(name))
      throw new InputError('option_refused', `${file} sets ${JSON.stringify(name)}, which is no option.`)
  }
}

/** What `moreLeanArgs` says about options: `-DautoImplicit=false`. Other arguments are about threads and the like. */
export function optionsFromArguments(file: string, given: readonly string[]): LeanOption[] {
  return given.flatMap((argument, place) => {
    if (/^(?:-t|--trust)/.test(argument)) {
      throw new InputError(
        'option_refused',
        `${file} gives Lean ${argument}, which has it check less: a proof found so would prove nothing.`,
        { hint: `Remove ${argument} from ${file}.` },
      )
    }
    const setting = given[place - 1] === '-D' ? argument : /^-D(.+)$/s.exec(argument)?.[1]
    const [name, ...rest] = setting?.split('=') ?? []
    return name === undefined ? [] : { name, value: readValue(rest.join('=')) }
  })
}

function readValue(text: string): LeanOption['value'] {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d+$/.test(text) ? Number(text) : text
}

/** The commands that set options at the beginning of a module, one in a line. */
export function optionCommands(options: readonly LeanOption[]): {
  /** All of them. Lean may complain of the weak ones, which come last. */
  readonly text: string
  /** Those that Lean has to know, for text that must have no errors. */
  readonly strict: string
} {
  const commands = (wanted: readonly LeanOption[]) =>
    wanted
      .map(({ name, value }) => `set_option ${name.replace(WEAK, '')} ${JSON.stringify(value)}\n`)
      .join('')
  const strict = commands(options.filter(({ name }) => !name.startsWith(WEAK)))
  return { text: strict + commands(options.filter(({ name }) => name.startsWith(WEAK))), strict }
}
