/** Top-level tactics of a script: a line further in, a case or a bullet belongs to the tactic before it. */
export function tacticsOf(script: string): string[] {
  const tactics: string[] = []
  for (const line of script.trimEnd().split('\n')) {
    const last = tactics.at(-1)
    const belongs = line.trim() === '' || /^(?:\s|\||\)|⟩|<;>|where\b)/.test(line)
    if (last !== undefined && belongs) tactics[tactics.length - 1] = `${last}\n${line}`
    else if (line.trim() !== '') tactics.push(line)
  }
  return tactics
}
