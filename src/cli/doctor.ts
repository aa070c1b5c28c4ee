import type { Command } from 'commander'
import { examine, type Finding } from '../doctor/index.ts'
import { EXIT, paint, print, printJson, run } from './output.ts'

const MARKS = { good: ['green', '✓'], absent: ['dim', '–'], bad: ['red', '✗'] } as const

/** The path of a strategy module may be longer than this; its line is then out of step. */
const MOST_WIDTH = 24

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('What is here, what is missing, and what to do about it.')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  $ orch doctor\n\nExit code: 0 if nothing needed is wrong; what is optional may be absent. 1 otherwise.',
    )
    .action(({ json }: { json?: boolean }) =>
      run(json, async () => {
        const findings = await examine(AbortSignal.timeout(30_000))
        if (json) printJson(Object.fromEntries(findings.map(({ name, answer }) => [name, answer])))
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
