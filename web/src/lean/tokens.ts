/**
 * Splits Lean text into coloured pieces. A reader of shapes, not of Lean: it never fails, and joining the pieces
 * gives the text back unchanged, so that hostile text is shown exactly as it is.
 */
export type TokenKind = 'keyword' | 'tactic' | 'number' | 'string' | 'comment' | 'symbol' | 'name' | 'plain'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
}

const KEYWORDS = new Set(
  (
    'theorem lemma example def abbrev instance structure class inductive where variable open namespace section end ' +
    'import fun let have show from by at with in do if then else match return forall exists universe axiom sorry ' +
    'noncomputable private protected mutual deriving extends set_option attribute local scoped Prop Type Sort'
  ).split(' '),
)

const TACTICS = new Set(
  (
    'intro intros exact apply refine rfl simp simpa simp_all simp_arith omega decide norm_num ring linarith nlinarith ' +
    'constructor cases rcases obtain induction rw rewrite exacts assumption contradiction exfalso left right exists ' +
    'use unfold change calc split injection subst ext funext congr trivial native_decide aesop grind rename_i specialize ' +
    'revert generalize clear repeat try all_goals any_goals first skip done next case conv symm trans absurd positivity'
  ).split(' '),
)

const PATTERN =
  /(--[^\n]*|\/-[\s\S]*?(?:-\/|$))|("(?:[^"\\]|\\[\s\S])*"?)|(\b\d[\d_]*(?:\.\d+)?\b|\b0x[\da-fA-F]+\b)|([\p{L}_][\p{L}\p{N}_'!?₀-₉.]*)|([→←↔∀∃λ∧∨¬≤≥≠∣∈∉⊆∪∩×⟨⟩⊢∘▸↦·∑∏⁻¹⊓⊔⊤⊥]+|:=|=>|<-|->|[=<>+\-*/^%|&:;@]+)/gu

export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of text.matchAll(PATTERN)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: text.slice(end, match.index) })
    tokens.push({ kind: kindOf(match), text: match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) tokens.push({ kind: 'plain', text: text.slice(end) })
  return tokens
}

function kindOf([text, comment, string, number, word]: RegExpMatchArray): TokenKind {
  if (comment !== undefined) return 'comment'
  if (string !== undefined) return 'string'
  if (number !== undefined) return 'number'
  if (word === undefined || text === undefined) return 'symbol'
  if (KEYWORDS.has(text)) return 'keyword'
  return TACTICS.has(text) ? 'tactic' : 'name'
}
