import { writeFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { type Ability, checkConformance, examine, type Finding } from '../doctor/index.ts'
import type { LeanChoice } from '../lean/index.ts'
import { EXIT, paint, print, printJson, runAction } from './output.ts'
import { waiting } from './progress.ts'
import { openToolchain } from './session.ts'

const MARKS = { good: ['green', '✓'], absent: ['dim', '–'], bad: ['red', '✗'] } as const

/** The path of a strategy module may be longer than this; its line is then not aligned with the others. */
const MOST_WIDTH = 24

interface DoctorFlags {
  readonly json?: boolean
  readonly lean?: LeanChoice
  readonly report?: string
}

async function conformanceCommand(
  lean: LeanChoice,
  file: string | undefined,
  json: boolean | undefined,
): Promise<number> {
  const toolchain = await openToolchain({ lean })
  const work = (tell: (detail: string) => void) =>
    checkConformance(toolchain, AbortSignal.timeout(CONFORMANCE_MS), (ability) => {
      tell(ability.name)
      if (!json) print(abilityLine(ability))
    })
  const found = await waiting('trying Lean', work, { json })
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`)
  if (json) printJson('doctor --lean', found)
  else {
    const { processBytes, strategies, missing } = found
    for (const { part, error } of missing) print(`not compiled: ${part}: ${error}`)
    if (processBytes !== null) print(`One process takes ${(processBytes / 1e9).toFixed(1)} GB.`)
    for (const { name, available, lacks } of strategies)
      print(`${name}: ${available ? 'available' : `not available, it needs ${lacks.join(', ')}`}`)
  }
  return found.abilities.every(({ verdict }) => verdict === 'works') ? EXIT.done : EXIT.unsolved
}

function abilityLine({ name, verdict, detail, seconds }: Ability): string {
  const [style, mark] = MARKS[verdict === 'works' ? 'good' : 'bad']
  return `${paint(style, mark)} ${name.padEnd(14)} ${detail} (${seconds} s)`
}

const CONFORMANCE_MS = 300_000

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('What is here, what is missing, and what to do about it.')
    .addOption(
      new Option('--lean <which>', 'try out everything that Orch asks of this Lean').choices([
        'embedded',
        'native',
      ]),
    )
    .option('--report <file>', 'with --lean: write what was found to this file, to attach to a bug report')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  $ orch doctor
  $ orch doctor --lean native --report lean-report.json

Exit code: 0 if nothing needed is wrong; what is optional may be absent. 1 otherwise.`,
    )
    .action(({ json, lean, report }: DoctorFlags) =>
      runAction(json, async () => {
        if (lean !== undefined) return conformanceCommand(lean, report, json)
        const findings = await examine(AbortSignal.timeout(30_000))
        if (json) printJson('doctor', Object.fromEntries(findings.map(({ name, answer }) => [name, answer])))
        else show(findings)
        return findings.some(({ answer }) => answer.verdict === 'bad') ? EXIT.unsolved : EXIT.done
      }),
    )
}

function show(findings: readonly Finding[]): void {
  const width = Math.min(MOST_WIDTH, Math.max(...findings.map(({ name }) => name.length)))
  for (const { name, answer } of findings) {
    const [style, mark] = MARKS[answer.verdict]
    print(`${paint(style, mark)} ${name.padEnd(width)} ${answer.detail}`)
    if (answer.fix) print(`  ${' '.repeat(width)} ${paint('dim', answer.fix)}`)
  }
}
