/** A certificate: a theorem and everything that it stands on, in the export format. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { type Constant, FileWriter } from '../../kernel/index.ts'
import type { SecondKernelCheck } from './check-proof.ts'
import type { Library } from './library.ts'
import { inOrder } from './library-declarations.ts'

/** What a certificate says, for whoever presents it. */
export interface CertificateFacts {
  readonly theorem: string
  readonly type: string
  readonly declarations: number
  readonly bytes: number
  readonly axioms: readonly string[]
  /** With their types, as the kernel prints them. */
  readonly assumptions: readonly { readonly name: string; readonly type: string }[]
  readonly lean: string
}

const BUFFER = 1 << 20

export function writeCertificate(
  library: Library,
  { kernel, view, theorem, foundations }: SecondKernelCheck,
  file: string,
): CertificateFacts {
  const { context } = kernel
  const { names, env } = context
  const order = inOrder(library, foundations.library)
  const inherited = order.flatMap((n) => env.find(view.name(n)) ?? [])
  // The others come with their types.
  const own = foundations.own.filter(({ kind }) => kind !== 'constructor' && kind !== 'recursor')
  const all = [...inherited, ...own.filter((constant) => isFirst(constant))]
  const assumptions = inherited.filter(({ kind }) => kind === 'assumption')
  let [bytes, buffer] = [0, '']
  const handle = openSync(file, 'w')
  const flush = () => {
    bytes += writeSync(handle, buffer)
    buffer = ''
  }
  try {
    const writer = new FileWriter(context, (line) => {
      buffer += `${line}\n`
      if (buffer.length > BUFFER) flush()
    })
    writer.meta({
      exporter: { name: 'orch', version: '1' },
      lean: { version: library.data.meta.lean, githash: library.data.meta.githash },
      theorem: names.components(theorem),
      assumptions: assumptions.map(({ name }) => names.components(name)),
    })
    for (const constant of all) writer.constant(constant)
    flush()
  } finally {
    closeSync(handle)
  }
  return {
    theorem: names.text(theorem),
    type: context.showWhole(env.find(theorem)?.type ?? 0),
    declarations: all.length,
    bytes,
    axioms: foundations.axioms,
    assumptions: assumptions.map(({ name, type }) => ({
      name: names.text(name),
      type: context.showWhole(type),
    })),
    lean: library.data.meta.lean,
  }
}

/** Types that were declared together are written once, with the first. */
function isFirst(constant: Constant): boolean {
  return constant.kind !== 'inductive' || constant.all[0] === constant.name
}
