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
  const blocks = [...text.matchAll(/^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:^[ \t]*\1[ \t]*$|(?![\s\S]))/gm)]
    .map(([, , code = '']) => code.replace(/\s+$/, ''))
    .filter((code) => code.trim() !== '')
  if (blocks.length > 0) return blocks
  const whole = text.trim()
  return whole === '' ? [] : [whole]
}
