/** A text as Lean's parser takes it: editors on Windows write a byte order mark and line ends that Lean refuses. */
export function leanText(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
}
