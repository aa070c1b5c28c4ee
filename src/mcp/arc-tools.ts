import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { arcGrid } from '../api/index.ts'
import { solveArcTask } from '../use-cases/index.ts'
import { addTool } from './tool.ts'

export function addArcTools(server: McpServer): void {
  addTool(
    server,
    'solve_arc_task',
    {
      title: 'Solve an ARC task',
      description:
        'Find a program that turns every train input into its output, and apply it to the test inputs. "solved" means ' +
        'that the program reproduces all train pairs exactly; each test input gets up to two attempts.',
      readOnly: true,
      input: z.object({
        train: z.array(z.object({ input: arcGrid, output: arcGrid })).min(1),
        test: z.array(z.object({ input: arcGrid })).min(1),
        nodes: z.int().min(1).max(1_000_000).default(20_000).describe('How much to search'),
        iterations: z.int().min(1).max(10).default(2),
      }),
    },
    async ({ train, test, nodes, iterations }, { signal }) => {
      const answer = await solveArcTask({ train, test }, { nodes, iterations, signal })
      return { ...answer, facts: [...answer.facts], attempts: [...answer.attempts] }
    },
  )
}
