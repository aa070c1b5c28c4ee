#!/usr/bin/env node
import packageJson from '../package.json' with { type: 'json' }
import { createProgram } from './cli/program.ts'

const program = await createProgram(packageJson.version, process.argv[2])
await program.parseAsync()
