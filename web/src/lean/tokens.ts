/**
 * Splits Lean text into coloured pieces. A reader of shapes, not of Lean: it never fails, and joining the pieces
 * gives the text back unchanged, so that hostile text is shown exactly as it is.
 */
export type TokenKind = 'keyword' | 'tactic' | 'number' | 'string' | 'comment' | 'symbol' | 'name' | 'plain'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
}

export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'theorem lemma example def abbrev instance structure class inductive coinductive where variable open namespace ' +
    'section end import fun let have show from by at with in do if then else match return for unless nomatch nofun ' +
    'forall exists universe axiom opaque sorry admit noncomputable private protected public meta module mutual ' +
    'deriving extends set_option attribute local scoped macro macro_rules syntax notation infix infixl infixr prefix ' +
    'postfix elab initialize partial unsafe nonrec termination_by decreasing_by using generalizing only this export ' +
    'Prop Type Sort'
  ).split(' '),
)

/** Lean's own tactics, those of its Std, and the ones of Mathlib that people write most. */
export const TACTICS: ReadonlySet<string> = new Set(
  (
    'ac_nf ac_rfl all_goals and_intros any_goals apply apply? apply_assumption apply_rfl assumption assumption_mod_cast ' +
    "by_cases bv_check bv_decide bv_decide? bv_normalize bv_omega calc case case' cases change checkpoint classical " +
    'clear clear_value congr constructor contradiction conv cutsat dbg_trace decide decreasing_tactic delta done dsimp ' +
    'dsimp! dsimp? eq_refl erw exact exact? exact_mod_cast exacts exfalso exists ext ext1 extract_lets fail ' +
    'fail_if_success false_or_by_contra first focus fun_cases fun_induction funext generalize get_elem_tactic grind ' +
    'grind? guard_hyp guard_target haveI and_intros if_pos if_neg induction infer_instance injection injections intro ' +
    'intros iterate left letI lia lift_lets linarith mvcgen native_decide next nofun nomatch norm_cast norm_cast0 ' +
    "norm_num nlinarith obtain omega omega_nat on_goal open positivity push_cast rcases refine refine' refine_lift " +
    "rename rename_i repeat repeat' repeat1 repeat1' replace revert rewrite rfl rfl' right rintro rotate_left " +
    'rotate_right rw rw? rwa run_tac show_term simp simp! simp? simp?! simp_all simp_all! simp_all? simp_all_arith ' +
    'simp_arith simp_match simp_rw simpa simpa! simpa? skip sleep solve solve_by_elim sorry specialize split split_ifs ' +
    'stop subst subst_eqs subst_vars suffices symm symm_saturate tauto trace trace_state trans trivial try try? ' +
    'unfold unhygienic use with_reducible with_reducible_and_instances with_unfolding_all aesop aesop? abel absurd ' +
    "apply_fun bound by_contra by_contra! cases' choose congr! contrapose contrapose! convert existsi field_simp fin_cases " +
    "fun_prop gcongr group hint interval_cases induction' linear_combination lift measurability module " +
    'nth_rewrite nth_rw norm_num1 observe omit peel pick_goal push_neg polyrith qify ring ring! ring1 ring_nf set ' +
    'simproc slice_lhs slice_rhs swap transitivity trivial unfold_let wlog zify'
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
