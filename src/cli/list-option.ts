import { Option } from 'commander'

/** An option that may be repeated. Each takes one value, so that it never swallows the argument after it. */
export function listOption(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be repeated`).argParser(
    (value: string, before: readonly string[] = []) => [...before, value],
  )
}

/** The same for names, which may also be separated by commas. */
export function nameListOption(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be repeated, or names separated by commas`).argParser(
    (names: string, before: readonly string[] = []) => [
      ...before,
      ...names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ],
  )
}
