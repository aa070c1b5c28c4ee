/**
 * Compiles the search program with the embedded Lean and keeps its code in lean/compiled, from where a first start takes
 * it. Run it after a change in lean/Orch/Search or lean/Orch/Embedded: `npm run compile`, some minutes.
 */
import { cacheDir } from '../src/config/index.ts'
import { compileEmbedded } from '../src/lean/embedded/index.ts'
import { embeddedProgram } from '../src/lean/toolchains/index.ts'

const path = await compileEmbedded({
  cacheDir: cacheDir(),
  program: embeddedProgram('search'),
  onProgress: ({ message }) => console.error(message),
})
console.log(path)
