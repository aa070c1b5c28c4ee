import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import * as z from 'zod'
import type { LeanChoice } from '../lean/index.ts'
import { type Ledger, openLedger } from '../ledger/index.ts'
import { LazyLean } from '../use-cases/index.ts'
import { EXIT, runAction } from './output.ts'
import { secondsText } from './prove.ts'
import { leanOption } from './session.ts'
import { settings } from './settings.ts'

const Package = z.object({ version: z.string() })

interface LspFlags {
  readonly lean: LeanChoice
  readonly timeout: string
  readonly stdio?: boolean
}

export function addLsp(program: Command): void {
  program
    .command('lsp')
    .description("Serve editors beside Lean's own server: hints on holes, and code actions that fill them.")
    .addOption(leanOption())
    .option('--timeout <seconds>', 'how long one search may take', '60')
    .option('--stdio', 'talk on standard input and output, which it does anyway')
    .addHelpText(
      'after',
      `
Example:
  $ orch lsp --timeout 120

For Neovim 0.11:
  vim.lsp.config('orch', { cmd = { 'orch', 'lsp' }, filetypes = { 'lean' }, root_markers = { 'lean-toolchain' } })
  vim.lsp.enable('orch')

VS Code and Emacs: docs/editors.md. It ends when its input does. Exit code: 0, 1 if the
editor went away without the goodbye that LSP asks for, 2 if it could not start.`,
    )
    .action((flags: LspFlags) => runAction(false, () => lspCommand(flags)))
}

async function lspCommand(flags: LspFlags): Promise<number> {
  const timeoutSeconds = secondsText('--timeout', flags.timeout)
  const file = join(import.meta.dirname, '..', '..', 'package.json')
  const { version } = Package.parse(JSON.parse(readFileSync(file, 'utf8')))
  const { serveLsp } = await import('../lsp/index.ts')
  let lean: LazyLean | undefined
  let ledger: Promise<Ledger> | undefined
  await serveLsp({
    version,
    timeoutSeconds,
    open: async (folder) => {
      // Settings, the ledger and the project's own Lean are looked for in the folder that the editor has open.
      if (folder?.startsWith('file:')) process.chdir(fileURLToPath(folder))
      const { config } = settings()
      const { cacheDir, kernels } = config
      lean ??= new LazyLean({ cacheDir, kernels, lean: flags.lean, size: 1, threads: 6 })
      ledger ??= openLedger(config)
      return { config, lean, ledger: await ledger }
    },
    close: async () => {
      await lean?.close()
      const opened = await ledger?.catch(() => undefined)
      await opened?.close()
    },
  })
  return EXIT.done
}
