import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { type ToolName, toolOutputs } from '../api/index.ts'
import { OrchError } from '../errors.ts'
import { GoalError } from '../lean/index.ts'

export interface Call {
  /** Fires when the client does not want the answer any more. */
  readonly signal: AbortSignal
  /** Tells the client how far it is, if it wants to know. */
  readonly progress: (done: number, message: string) => void
}

interface ToolOptions<I extends z.ZodObject> {
  readonly title: string
  readonly description: string
  readonly input: I
  readonly readOnly: boolean
}

/** A tool with typed arguments; the API has the type of its result. What goes wrong is told to the model in a sentence. */
export function addTool<Name extends ToolName, I extends z.ZodObject>(
  server: McpServer,
  name: Name,
  { title, description, input, readOnly }: ToolOptions<I>,
  handle: (given: z.infer<I>, call: Call) => Promise<z.input<(typeof toolOutputs)[Name]>>,
): void {
  server.registerTool(
    name,
    {
      title,
      description,
      // An argument that is misspelt must not be passed over in silence.
      inputSchema: input.strict() as z.ZodObject,
      outputSchema: toolOutputs[name],
      annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false },
    },
    async (given, context) => {
      try {
        const result = await handle(given as z.infer<I>, callOf(context))
        return {
          content: [{ type: 'text' as const, text: JSON.stringify(result, null, 2) }],
          structuredContent: result as Record<string, unknown>,
        }
      } catch (error) {
        return { isError: true, content: [{ type: 'text' as const, text: sentence(error) }] }
      }
    },
  )
}

function callOf({ mcpReq }: ServerContext): Call {
  const { signal } = mcpReq
  const token: unknown = mcpReq._meta?.progressToken
  return {
    signal,
    progress(done, message) {
      if ((typeof token !== 'string' && typeof token !== 'number') || signal.aborted) return
      const params = { progressToken: token, progress: done, message }
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
    },
  }
}

function sentence(error: unknown): string {
  if (!(error instanceof OrchError)) return error instanceof Error ? error.message : String(error)
  const { frame, where } = error instanceof GoalError ? error : {}
  const message = frame ? `${where}: ${error.message}\n${frame.line}\n${frame.carets}` : error.message
  return error.hint === undefined ? message : `${message}\n${error.hint}`
}
