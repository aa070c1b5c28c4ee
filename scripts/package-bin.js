#!/usr/bin/env node
// The command of the installed package. It runs on the Node at hand if that is new enough, otherwise on the one that
// npm has put beside it (the optional package "node"); it is written for old ones too.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'

if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import('../src/cli.js')
} else {
  let node
  try {
    node = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node')
  } catch {
    process.stderr.write(
      'orch: Node 24 is needed, and npm has installed none: install it, or leave out --omit=optional.\n',
    )
    process.exit(2)
  }
  const ran = spawnSync(node, [import.meta.filename, ...process.argv.slice(2)], { stdio: 'inherit' })
  if (ran.error) {
    process.stderr.write(`orch: ${ran.error.message}\n`)
    process.exit(2)
  }
  process.exit(ran.status ?? 128 + (constants.signals[ran.signal] ?? 0))
}
