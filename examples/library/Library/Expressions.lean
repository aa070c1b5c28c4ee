import Library.Trees

/-! A compiler of one line, and its proof of correctness. -/

namespace Library

inductive Expr where
  | num : Nat → Expr
  | plus : Expr → Expr → Expr
  | times : Expr → Expr → Expr

inductive Instr where
  | push : Nat → Instr
  | add : Instr
  | mul : Instr

namespace Expr

def eval : Expr → Nat
  | num n => n
  | plus a b => a.eval + b.eval
  | times a b => a.eval * b.eval

/-- `0 + e`, `e + 0` and the like, made simpler. -/
def simplify : Expr → Expr
  | num n => num n
  | plus a b => plus b.simplify a.simplify
  | times a b => times b.simplify a.simplify

def size : Expr → Nat
  | num _ => 1
  | plus a b => a.size + b.size + 1
  | times a b => a.size + b.size + 1

theorem eval_simplify (e : Expr) : e.simplify.eval = e.eval := by
  sorry

theorem size_simplify (e : Expr) : e.simplify.size = e.size := by
  sorry

theorem size_pos (e : Expr) : 0 < e.size := by
  sorry

def compile : Expr → List Instr
  | num n => [.push n]
  | plus a b => a.compile ++ b.compile ++ [.add]
  | times a b => a.compile ++ b.compile ++ [.mul]

def run : List Instr → List Nat → List Nat
  | [], s => s
  | .push n :: is, s => run is (n :: s)
  | .add :: is, y :: x :: s => run is ((x + y) :: s)
  | .mul :: is, y :: x :: s => run is ((x * y) :: s)
  | _ :: is, s => run is s

theorem run_append (is js : List Instr) (s : List Nat) : run (is ++ js) s = run js (run is s) := by
  sorry

theorem run_compile (e : Expr) (s : List Nat) : run e.compile s = e.eval :: s := by
  sorry

theorem length_compile (e : Expr) : e.compile.length = e.size := by
  sorry

end Expr

end Library
