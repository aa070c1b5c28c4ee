import { Option } from 'commander'

/** `--strategy micro --strategy copilot` or `--strategy micro,copilot`: a name never swallows the argument after it. */
export function strategyOption(description: string): Option {
  return new Option('--strategy <name>', description).argParser(
    (names: string, before: readonly string[] = []) => [
      ...before,
      ...names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ],
  )
}
