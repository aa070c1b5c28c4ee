/**
 * There is no native Lean on every machine, so these executables stand in for it: `lean` and `lake` with
 * the command line of the real ones, behind which the embedded Lean runs. The conversation is real; what is
 * not covered is whether a real Lean compiles the program, which `lean -o` does there.
 */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LeanToolchain } from '../../src/lean/index.ts'

export interface NativeBin {
  readonly folder: string
  /** Every call of `lean` and `lake`: name, working folder, arguments. */
  calls(): { tool: string; cwd: string; args: string }[]
}

export interface BinOptions {
  readonly version?: string
  /** What `lean --print-prefix` says. */
  readonly prefix?: string
  /** Shell text that `lean --run` executes instead of starting Lean. */
  readonly instead?: string
  /** The same for the search program alone. */
  readonly search?: string
  /** Shell text that `lean -o` executes instead of compiling; the source is in `$source`. */
  readonly compile?: string
}

const tools = ['lean', 'lake'] as const

export function makeNativeBin(embedded: LeanToolchain, options: BinOptions = {}): NativeBin {
  const folder = mkdtempSync(join(tmpdir(), 'orch-native-bin-'))
  const { version = '4.28.0', instead, search = instead, compile = '/bin/cp "$source" "$3"' } = options
  const scratch = join(folder, 'scratch')
  mkdirSync(scratch)
  const start = (program: 'search' | 'verdict') => {
    const launch = embedded.launch({ program, scratch, threads: 2 })
    return `exec ${[launch.file, ...launch.args].map(quoted).join(' ')}`
  }
  const log = quoted(join(folder, 'calls'))
  const head = (tool: string) => `#!/bin/sh\nprintf '%s\\t%s\\t%s\\n' ${tool} "$PWD" "$*" >>${log}\n`
  // Real `lake env` starts its command as a child and waits for it; so does this one.
  write(
    folder,
    'lake',
    `${head('lake')}[ "$1" = env ] || exit 64\nshift\nPATH=${quoted(folder)}:$PATH "$@" <&0\nexit $?\n`,
  )
  write(
    folder,
    'lean',
    `${head('lean')}case "$*" in
--version) echo 'Lean (version ${version}, x86_64-unknown-linux-gnu, commit 0, Release)' ;;
--print-prefix) echo ${quoted(options.prefix ?? folder)} ;;
"--json -o "*/OrchSearch.olean" "*/OrchSearch.lean) source="$4"; ${compile} ;;
-j*" --run "*/Main.lean" native Init") [ -f "\${LEAN_PATH%%:*}/OrchSearch.olean" ] || exit 65; ${search ?? start('search')} ;;
-j*" --run "*-verdict-*.lean" native Init") ${instead ?? start('verdict')} ;;
*) echo "unexpected arguments: $*" >&2; exit 64 ;;
esac
`,
  )
  return {
    folder,
    calls: () =>
      readFileSync(join(folder, 'calls'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => {
          const [tool = '', cwd = '', args = ''] = line.split('\t')
          return { tool, cwd, args }
        }),
  }
}

function write(folder: string, tool: (typeof tools)[number], text: string): void {
  writeFileSync(join(folder, tool), text)
  chmodSync(join(folder, tool), 0o755)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
