/** `\forall` for ∀: the names by which Lean's editors let people type its signs. A table, and the reading of it. */
import { commentEnd, stringEnd } from './lean-scan.ts'

const TABLE = `
forall ∀ all ∀ A ∀ exists ∃ ex ∃ E ∃ nexists ∄ lam λ fun λ la λ
to → r → -> → imp → rightarrow → l ← <- ← leftarrow ← gets ← iff ↔ <-> ↔ lr ↔ leftrightarrow ↔ mapsto ↦ map ↦
=> ⇒ <= ≤ le ≤ leq ≤ >= ≥ ge ≥ geq ≥ ne ≠ neq ≠ != ≠ equiv ≡ == ≡ approx ≈ ~~ ≈ ~ ∼ sim ∼ cong ≅ lt < gt >
and ∧ wedge ∧ an ∧ or ∨ vee ∨ v ∨ not ¬ neg ¬ n ¬ top ⊤ bot ⊥ false ⊥ vdash ⊢ |- ⊢ goal ⊢ models ⊨ xor ⊻
in ∈ mem ∈ notin ∉ nin ∉ ni ∋ sub ⊆ subseteq ⊆ ss ⊆ ssub ⊂ subset ⊂ sup ⊇ supseteq ⊇ ssup ⊃ nsub ⊄ union ∪ un ∪
cup ∪ inter ∩ i ∩ cap ∩ empty ∅ emptyset ∅ Un ⋃ Union ⋃ I ⋂ Inter ⋂ setminus \\ sdiff \\ compl ᶜ powerset 𝒫
nat ℕ N ℕ int ℤ Z ℤ rat ℚ Q ℚ real ℝ R ℝ complex ℂ C ℂ bn ℕ bz ℤ bq ℚ br ℝ bc ℂ P ℙ
a α alpha α b β beta β g γ gamma γ d δ delta δ e ε epsilon ε eps ε ze ζ zeta ζ eta η th θ theta θ io ι iota ι
k κ kappa κ lambda λ mu μ m μ nu ν xi ξ pi π rho ρ s σ sigma σ tau τ t τ upsilon υ phi φ ph φ ch χ chi χ psi ψ ps ψ
omega ω om ω G Γ Gamma Γ D Δ Delta Δ Th Θ Theta Θ L Λ Lambda Λ Xi Ξ Pi Π S Σ Sigma Σ Ph Φ Phi Φ Ps Ψ Psi Ψ
O Ω Om Ω Omega Ω aleph ℵ ell ℓ
x × times × prod ∏ sum ∑ o ∘ comp ∘ circ ∘ . · cdot · bu • smul • bullet • div ∣ mid ∣ | ∣ dvd ∣ ndvd ∤ nmid ∤
pm ± int' ∫ integral ∫ partial ∂ sqrt √ inf ∞ infty ∞ oplus ⊕ o+ ⊕ otimes ⊗ ox ⊗ lub ⊔ sup' ⊔ glb ⊓ inf' ⊓ join ⊔ meet ⊓
< ⟨ langle ⟨ > ⟩ rangle ⟩ <> ⟨⟩ f< ‹ f> › fl ⟪ fr ⟫ [[ ⟦ ]] ⟧ norm ‖ || ‖ lf ⌊ rf ⌋ lc ⌈ rc ⌉ {{ ⦃ }} ⦄
t' ▸ subst ▸ trans ⬝ tr ⬝ inv ⁻¹ - ⁻¹ -1 ⁻¹ dagger † prime ′ deg ° ... … dots … qed ∎
0 ₀ 1 ₁ 2 ₂ 3 ₃ 4 ₄ 5 ₅ 6 ₆ 7 ₇ 8 ₈ 9 ₉ _0 ₀ _1 ₁ _2 ₂ _3 ₃ _4 ₄ _5 ₅ _6 ₆ _7 ₇ _8 ₈ _9 ₉
_a ₐ _e ₑ _i ᵢ _j ⱼ _k ₖ _l ₗ _m ₘ _n ₙ _o ₒ _r ᵣ _s ₛ _t ₜ _u ᵤ _v ᵥ _x ₓ _+ ₊ _- ₋
^0 ⁰ ^1 ¹ ^2 ² ^3 ³ ^4 ⁴ ^5 ⁵ ^6 ⁶ ^7 ⁷ ^8 ⁸ ^9 ⁹ ^n ⁿ ^i ⁱ ^- ⁻ ^+ ⁺ ^* ⋆
MCA 𝒜 MCB ℬ MCF ℱ MCC 𝒞 McA 𝒜 nhds 𝓝 filter 𝓕 upr ↾ uparrow ↑ u ↑ ua ↑ downarrow ↓ d' ↓ da ↓ u= ⇑ u+ ⇑
`

/** Name and sign, as they are typed behind the backslash. */
export const LEAN_INPUT: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split(/\s+/)
    .flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1] ?? '']] : [])) as [string, string][],
)

const ABBREVIATION = /^\\([^\s\\"`]+)/

/** A finished text with every known name replaced; strings and comments stay as they are. */
export function expandLeanInput(text: string): string {
  let expanded = ''
  for (let at = 0; at < text.length; ) {
    const kept = Math.max(stringEnd(text, at), commentEnd(text, at))
    const found = kept === at ? abbreviationAt(text.slice(at)) : undefined
    if (found) {
      expanded += found.sign
      at += found.length
    } else {
      const end = Math.max(kept, at + 1)
      expanded += text.slice(at, end)
      at = end
    }
  }
  return expanded
}

/** The longest known name behind a backslash, as in `\forall n` or `\<a, b\>`. */
function abbreviationAt(text: string): { readonly sign: string; readonly length: number } | undefined {
  const [, word = ''] = ABBREVIATION.exec(text) ?? []
  for (let length = word.length; length > 0; length--) {
    const sign = LEAN_INPUT.get(word.slice(0, length))
    if (sign !== undefined) return { sign, length: length + 1 }
  }
  return undefined
}
