import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { InputError } from '../errors.ts'
import { parseReceipt } from '../lean/index.ts'
import { tellCertificate, writeCertificateOf } from './certificate-file.ts'
import { readText } from './goal-input.ts'
import { nameListOption } from './list-option.ts'
import { EXIT, note, paint, print, printJson, runAction } from './output.ts'
import { secondsText } from './prove.ts'
import { forOthers, leanOption, type OthersFlags, openSession, unsandboxedOption } from './session.ts'

interface CertificateFlags extends OthersFlags {
  readonly out?: string
  readonly html?: string
  readonly allowAxiom?: string[]
  readonly timeout: string
  readonly json?: boolean
}

export function addCertificate(program: Command): void {
  program
    .command('certificate')
    .description(
      'Turn a receipt into a certificate: the theorem with everything it stands on, for any checker.',
    )
    .argument('<receipt>', 'a receipt file, or - for standard input')
    .option('--out <file>', 'write the certificate here, in the format of lean4export 3.1')
    .option('--html <file>', 'write a page that shows the theorem and checks it in the reader’s browser')
    .addOption(
      nameListOption(
        '--allow-axiom <name>',
        'axiom that you accept besides propext, Classical.choice and Quot.sound; what the receipt allows itself does not count',
      ),
    )
    .option('--timeout <seconds>', 'give up after this long', '300')
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  $ orch prove '∀ a b : Nat, a + b = b + a' --receipt proof.json
  $ orch certificate proof.json --out proof.ndjson
  $ orch certificate proof.json --html proof.html
  $ orch kernel proof.ndjson

The receipt is replayed first. Library theorems that come without proofs are assumptions: the certificate
lists them. Exit code: 0 written, 1 the receipt or the proof is refused, 2 could not run.`,
    )
    .action((file: string, flags: CertificateFlags) =>
      runAction(flags.json, () => certificateCommand(file, flags)),
    )
}

async function certificateCommand(file: string, flags: CertificateFlags): Promise<number> {
  if (flags.out === undefined && flags.html === undefined)
    throw new InputError('no_target', 'Nothing to write.', {
      hint: 'Give --out proof.ndjson, --html proof.html, or both.',
    })
  const receipt = parseReceipt(readText(file))
  const timeoutMs = secondsText('--timeout', flags.timeout) * 1000
  await using session = await openSession(forOthers(flags))
  const folder = mkdtempSync(join(tmpdir(), 'orch-certificate-'))
  try {
    const out = flags.out ?? join(folder, 'certificate.ndjson')
    const targets = { out, html: flags.html, timeoutMs, allowAxioms: flags.allowAxiom, json: flags.json }
    const certified = await writeCertificateOf(session, receipt, targets)
    if (certified.kind !== 'written') {
      if (flags.json) printJson('certificate', { outcome: certified.kind, detail: certified.why })
      else print(`${paint('red', certified.kind)}: ${certified.why}`)
      return EXIT.unsolved
    }
    const { facts } = certified
    if (flags.json)
      printJson('certificate', {
        outcome: 'written',
        out: flags.out ?? null,
        html: flags.html ?? null,
        ...facts,
      })
    else {
      print(`${paint('green', 'certified')}: ${facts.theorem}`)
      if (flags.out !== undefined) tellCertificate(flags.out, facts)
      if (flags.html !== undefined) note(`page: ${flags.html}`)
    }
    return EXIT.done
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
