/** Which theorems of a library are worth suggesting at all. */

/** Made by Lean for every type and definition (`toParent` of a class included), or the inner workings of a tactic. */
const GENERATED =
  /^(?:sizeOf_spec|inj|injEq|eq_def|(?:congr_)?eq_\d+|congr_simp|hcongr_\d+|brecOn|recOn|casesOn|below|noConfusion|(?:mutual_)?induct(?:_unfolding)?|fun_cases(?:_unfolding)?|proof_\d+)$/
/** Whatever lies below one of these is of the same kind. */
const GENERATED_SCOPE = /^(?:match_\d|_)/
const INTERNAL =
  /^(?:Lean\.(?!Order\.)|Int\.Linear\.|Nat\.Linear\.|Nat\.SOM\.|Int\.OfNat\.|Nat\.Simproc\.|Int\.Simproc\.|Std\.(?:Packages|Internal|Tactic|Do)\.|IO\.)|(?:^|\.)(?:inst[A-Z]\w*|to[A-Z][A-Za-z]*|_\w+)$|✝|«/u

export function isEligible(name: string): boolean {
  const parts = name.split('.')
  const isGenerated = GENERATED.test(parts.at(-1) ?? '') || parts.some((part) => GENERATED_SCOPE.test(part))
  return !isGenerated && !INTERNAL.test(name)
}
