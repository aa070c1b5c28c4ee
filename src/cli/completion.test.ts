import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { completionScript } from './completion.ts'
import { createProgram } from './program.ts'

const program = await createProgram('1.2.3')

/** What bash offers for a line whose last word is being typed. */
function offered(...words: string[]): string[] {
  const script = `${completionScript('bash', program)}
COMP_WORDS=(orch "$@"); COMP_CWORD=$#; _orch; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' })
    .trim()
    .split('\n')
}

describe('the completion', () => {
  it('of bash knows commands, those below them, and their flags', () => {
    expect(offered('pr')).toEqual(
      ['prove', 'premises'].sort((one, other) => offered('pr').indexOf(one) - offered('pr').indexOf(other)),
    )
    expect(offered('arc', 'ru')).toEqual(['run'])
    expect(offered('arc', 'run', '--batch')).toEqual(['--batch-file'])
    expect(offered('prove', '∀ n : Nat, n = n', '--tim')).toEqual(['--timeout'])
    expect(offered('market', 'claim', '3f2a', '--a')).toEqual(['--as'])
  })

  it.each(['zsh', 'fish'] as const)('of %s names every command and flag', (shell) => {
    const script = completionScript(shell, program)
    for (const command of program.commands) {
      expect(script).toContain(command.name())
      for (const { long } of command.options) expect(script).toContain(long?.slice(2) ?? '')
    }
    expect((script.match(/'/g) ?? []).length).toBeGreaterThan(100)
  })
})
