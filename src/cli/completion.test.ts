import { execFileSync, spawnSync } from 'node:child_process'
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
    expect(offered('prove', '1 = 1', '--lean', 'e')).toEqual(['embedded'])
    expect(offered('completion', 'z')).toEqual(['zsh'])
  })

  it('of zsh knows what was typed before, where there is a zsh', ({ skip }) => {
    if (spawnSync('zsh', ['--version']).status !== 0) skip('no zsh here')
    const asked = (...words: string[]) => {
      const script = `compdef() {}; _files() {}; _describe() { print -rl -- \${(P)2} }
${completionScript('zsh', program)}
words=(orch "$@"); CURRENT=\${#words}; _orch`
      const offers = execFileSync('zsh', ['-fc', script, 'zsh', ...words], { encoding: 'utf8' }).split('\n')
      return offers.map((line) => line.split(':', 1)[0])
    }
    expect(asked('')).toContain('prove')
    expect(asked('arc', 'ru')).toContain('run')
    expect(asked('arc', 'ru')).not.toContain('prove')
    expect(asked('prove', '∀ n : Nat, n = n', '--tim')).toContain('--timeout')
    expect(asked('completion', '')).toContain('fish')
    expect(asked('prove', '1 = 1', '--lean', '')).toEqual(['auto', 'embedded', 'native', ''])
  })

  it('of fish offers commands, flags and their values, where there is a fish', ({ skip }) => {
    if (spawnSync('fish', ['--version']).status !== 0) skip('no fish here')
    const asked = (line: string) =>
      execFileSync('fish', ['-c', `${completionScript('fish', program)}\ncomplete -C '${line}'`], {
        encoding: 'utf8',
      })
        .trim()
        .split('\n')
        .map((offer) => offer.split('\t', 1)[0])
    expect(asked('orch arc ru')).toEqual(['run'])
    expect(asked('orch prove --tim')).toEqual(['--timeout'])
    expect(asked('orch completion z')).toEqual(['zsh'])
    expect(asked('orch prove x --lean ')).toEqual(['auto', 'embedded', 'native'])
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
