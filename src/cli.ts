#!/usr/bin/env node
import packageJson from '../package.json' with { type: 'json' }
import { endWithReader } from './cli/output.ts'
import { createProgram } from './cli/program.ts'

endWithReader(process.stdout)
endWithReader(process.stderr)

const program = await createProgram(packageJson.version, process.argv[2])
await program.parseAsync()
