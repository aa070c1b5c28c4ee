/**
 * Makes the package as it is installed: `npm run package` leaves it in dist/package, ready for `npm pack`.
 * Node strips types everywhere but in node_modules, so the package has JavaScript; lines stay where they are. The pages
 * of the dashboard are built, and the types of the library are declared. Two folders come as TypeScript too, because Orch reads them as text: what runs inside
 * Lean's process, and the second kernel, which becomes a page that checks itself.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { buildWeb } from '../web/build.ts'

const ROOT = join(import.meta.dirname, '..')
const AS_TEXT = ['src/kernel/', 'src/lean/embedded/runtime/']
const NOT_SHIPPED = /\.test\.ts$|\/test-[^/]*\.ts$|\/fixtures\/|\.cases\.ts$|^src\/kernel\/cases\//
const PLAIN = [
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'examples',
  'bench/bank.jsonl',
  'docs/api-answers.json',
  'docs/receipt.schema.json',
]
const SPECIFIER = /(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g

export async function makePackage(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  const { folder: pages } = await buildWeb()
  cpSync(pages, join(out, 'web', 'dist'), { recursive: true })
  cpSync(join(ROOT, 'lean'), join(out, 'lean'), { recursive: true })
  for (const name of PLAIN) cpSync(join(ROOT, name), join(out, name), { recursive: true })
  cpSync(join(ROOT, 'scripts', 'package-bin.js'), join(out, 'bin', 'orch.js'))
  chmodSync(join(out, 'bin', 'orch.js'), 0o755)
  for (const file of sources()) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    if (AS_TEXT.some((folder) => file.startsWith(folder))) put(join(out, file), text)
    put(join(out, file.replace(/\.ts$/, '.js')), asJavaScript(text))
  }
  declareTypes(join(out, 'types'))
  put(join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

function sources(): string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && !NOT_SHIPPED.test(name))
}

function asJavaScript(source: string): string {
  return stripTypeScriptTypes(source).replaceAll(SPECIFIER, '$1$2.js$1').replaceAll("'cli.ts'", "'cli.js'")
}

/** For whoever writes TypeScript against the package; apart from the sources that come as text, which would be read instead. */
function declareTypes(folder: string): void {
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  execFileSync(tsc, ['-p', join(ROOT, 'scripts', 'tsconfig.package.json'), '--outDir', folder])
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue
    const file = join(folder, name)
    put(file, readFileSync(file, 'utf8').replaceAll(SPECIFIER, '$1$2.js$1'))
  }
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Without what only the clone needs. */
function manifest(): Record<string, unknown> {
  const {
    private: _,
    devDependencies,
    scripts,
    overrides,
    allowScripts,
    ...kept
  } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return {
    ...kept,
    bin: { orch: './bin/orch.js' },
    exports: {
      '.': { types: './types/index.d.ts', default: './src/index.js' },
      './strategy-contract': {
        types: './types/strategies/contract.d.ts',
        default: './src/strategies/contract.js',
      },
    },
    engines: { node: '>=20' },
  }
}

if (import.meta.main) {
  const out = process.argv[2] ?? join(ROOT, 'dist', 'package')
  await makePackage(out)
  process.stdout.write(`${out}\n`)
}
