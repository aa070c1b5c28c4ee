/**
 * Elaborates every module of `lean/` as an editor does: after what it imports, and nothing else. Exits with 1 if one
 * has errors. The embedded Lean does it, so no Lake and no download are needed; it takes a minute of CPU.
 *
 *     node bench/lean/modules.ts
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from '../../src/config/index.ts'
import { chooseToolchain, type LeanModule, LeanServer, modulesFrom } from '../../src/lean/index.ts'

const folder = join(import.meta.dirname, '..', '..', 'lean')
const names = globSync('Orch/**/*.lean', { cwd: folder }).map((file) =>
  file.replace(/\.lean$/, '').replaceAll('/', '.'),
)
const toolchain = await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() })
await using server = await LeanServer.start(toolchain)
/** What was elaborated, by the modules in their order: those that begin alike share it. */
const elaborated = new Map<string, number>()
let errors = 0

for (const name of names.toSorted()) {
  const modules = modulesFrom(name)
  const imports = new Set(modules.flatMap(({ text }) => text.match(/^import (?!Orch\.).*$/gm) ?? []))
  const header = `${[...imports].toSorted().join('\n')}\n`
  let done = header
  let env = elaborated.get(done) ?? (await elaborate(name, { text: header, header: true }))
  elaborated.set(done, env)
  for (const module of modules) {
    done += `\n${module.name}`
    env = elaborated.get(done) ?? (await elaborate(module.name, { text: bodyOf(module), env, module: name }))
    elaborated.set(done, env)
  }
  console.log(`${name}: elaborated after ${modules.length - 1} modules`)
}
process.exitCode = errors > 0 ? 1 : 0

async function elaborate(name: string, request: { text: string; [key: string]: unknown }): Promise<number> {
  const answer = await server.request('file', { ...request, skipHoles: true, heartbeats: 10_000_000 })
  if (answer.kind !== 'ok') throw new Error(`${name}: ${JSON.stringify(answer)}`)
  for (const { severity, start, text } of answer.value.messages) {
    if (severity !== 'error') continue
    errors++
    console.error(`${name}:${start.line}:${start.column}: ${text}`)
  }
  if (answer.value.env === null) throw new Error(`${name} could not be read`)
  return answer.value.env
}

/** Without its imports, which are elaborated already; every line stays where it is. */
function bodyOf({ text }: LeanModule): string {
  return text.replace(/^import .*$/gm, '')
}
