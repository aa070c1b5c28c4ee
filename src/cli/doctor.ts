import type { Command } from 'commander'
import { type Answer, examine } from '../doctor/index.ts'
import { EXIT, paint, print, printJson, run } from './output.ts'

const MARKS = { good: ['green', '✓'], absent: ['dim', '–'], bad: ['red', '✗'] } as const

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
        else for (const { name, answer } of findings) show(name, answer)
        return findings.some(({ answer }) => answer.verdict === 'bad') ? EXIT.unsolved : EXIT.done
      }),
    )
}

function show(name: string, { verdict, detail, fix }: Answer): void {
  const [style, mark] = MARKS[verdict]
  print(`${paint(style, mark)} ${name.padEnd(14)} ${detail}`)
  if (fix) print(`  ${' '.repeat(14)} ${paint('dim', fix)}`)
}
