/** What comes back from a model: how much of it is read, and what of it is meant. */

const MOST_BYTES = 8_000_000

/** The body as text, up to a size that no sensible answer has. */
export async function readLimited(response: Response, mostBytes = MOST_BYTES): Promise<string> {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > mostBytes) throw new Error(`the answer is longer than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The code blocks of an answer; the whole of it, if it has none. An unfinished last block counts. */
export function fencedCode(text: string): string[] {
  const blocks: string[][] = []
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const words = line.trim()
    if (fence === undefined) {
      fence = /^(?:`{3,}|~{3,})/.exec(words)?.[0]
      if (fence !== undefined) blocks.push([])
    } else if (words === fence) fence = undefined
    else blocks.at(-1)?.push(line)
  }
  const code = blocks.map((lines) => lines.join('\n').trimEnd()).filter((block) => block !== '')
  if (code.length > 0) return code
  const whole = text.trim()
  return whole === '' ? [] : [whole]
}
