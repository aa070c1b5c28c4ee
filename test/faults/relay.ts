/**
 * Stands between Orch and a real Lean, passes everything on, and does one thing wrong.
 * Arguments: the fault, then Lean's command.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const [fault, file = '', ...args] = process.argv.slice(2)
const lean = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] })
lean.once('exit', (code) => process.exit(code ?? 1))
const block = 'x'.repeat(1024 * 1024)

function flood(stream: NodeJS.WriteStream, megabytes: number, done: () => void): void {
  if (megabytes === 0) done()
  else stream.write(block, () => flood(stream, megabytes - 1, done))
}

createInterface({ input: lean.stdout }).on('line', (line) => {
  if (fault === 'other-protocol' && line.startsWith('{"hello"')) {
    process.stdout.write(`${line.replace(/"protocol":\d+/, '"protocol":99')}\n`)
  } else if (fault === 'no-hello' && line.startsWith('{"hello"')) {
    process.stdout.write('Welcome to Lean!\n')
  } else process.stdout.write(`${line}\n`)
})

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, cmd } = JSON.parse(line) as { id: number; cmd: string }
    if (cmd !== 'tactic') lean.stdin.write(`${line}\n`)
    else if (fault === 'junk') process.stdout.write('segmentation fault, or so\n')
    else if (fault === 'half') process.stdout.write(`{"id":${id},"ok":{"state":1,"go\n`)
    else if (fault === 'other-shape') process.stdout.write(`{"id":${id},"ok":{"state":"one","goals":[]}}\n`)
    else if (fault === 'never-asked') process.stdout.write('{"id":1000000,"ok":{}}\n')
    else if (fault === 'garbled-request') lean.stdin.write(`${line.slice(0, -5)}\n`)
    else if (fault === 'closed-stdin') lean.stdin.end()
    else if (fault === 'endless-line') flood(process.stdout, 140, () => {})
    else if (fault === 'loud') flood(process.stderr, 100, () => lean.stdin.write(`${line}\n`))
    else lean.stdin.write(`${line}\n`)
  })
  .on('close', () => lean.stdin.end())
