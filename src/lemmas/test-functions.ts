/** Functions of a user's own, over numbers, lists and sorted lists, that laws are made of. */
export const NUMBERS = `inductive N where
  | zero
  | next (n : N)
def add : N → N → N
  | .zero, y => y
  | .next x, y => .next (add x y)
def mul : N → N → N
  | .zero, _ => .zero
  | .next x, y => add y (mul x y)
def less : N → N → N
  | .zero, _ => .zero
  | .next x, .zero => .next x
  | .next x, .next y => less x y
def most : N → N → N
  | .zero, y => y
  | .next x, .zero => .next x
  | .next x, .next y => .next (most x y)
def double : N → N
  | .zero => .zero
  | .next x => .next (.next (double x))
def half : N → N
  | .zero => .zero
  | .next .zero => .zero
  | .next (.next x) => .next (half x)
def plus : N → N → N
  | .zero, y => y
  | .next x, y => plus x (.next y)
def le : N → N → Bool
  | .zero, _ => true
  | .next _, .zero => false
  | .next x, .next y => le x y
def eq : N → N → Bool
  | .zero, .zero => true
  | .next x, .next y => eq x y
  | _, _ => false
def lt (x y : N) : Bool := le (.next x) y
def sum : N → N → N
  | x, .zero => x
  | x, .next y => .next (sum x y)
def product : N → N → N
  | _, .zero => .zero
  | x, .next y => sum (product x y) x
def gap (x y : N) : N := add (less x y) (less y x)
def ge (x y : N) : Bool := le y x`
export const LISTS = `inductive L (t : Type) where
  | empty
  | item (x : t) (xs : L t)
def join {t : Type} : L t → L t → L t
  | .empty, ys => ys
  | .item x xs, ys => .item x (join xs ys)
def back {t : Type} : L t → L t
  | .empty => .empty
  | .item x xs => join (back xs) (.item x .empty)
def onto {t : Type} : L t → L t → L t
  | .empty, ys => ys
  | .item x xs, ys => onto xs (.item x ys)
def size {t : Type} : L t → N
  | .empty => .zero
  | .item _ xs => .next (size xs)
def take {t : Type} : N → L t → L t
  | .zero, _ => .empty
  | .next _, .empty => .empty
  | .next n, .item x xs => .item x (take n xs)
def skip {t : Type} : N → L t → L t
  | .zero, xs => xs
  | .next _, .empty => .empty
  | .next n, .item _ xs => skip n xs
def turn {t : Type} : N → L t → L t
  | .zero, xs => xs
  | .next _, .empty => .empty
  | .next n, .item x xs => turn n (join xs (.item x .empty))
def same {t u : Type} (p : t → u) : L t → L u
  | .empty => .empty
  | .item x xs => .item (p x) (same p xs)
def keep {t : Type} (p : t → Bool) : L t → L t
  | .empty => .empty
  | .item x xs => if p x then .item x (keep p xs) else keep p xs
inductive P (t u : Type) where
  | both (x : t) (y : u)
def pairs {t u : Type} : L t → L u → L (P t u)
  | .item x xs, .item y ys => .item (.both x y) (pairs xs ys)
  | _, _ => .empty`
export const SORTING = `def has (n : N) : L N → Bool
  | .empty => false
  | .item x xs => eq n x || has n xs
def put (n : N) : L N → L N
  | .empty => .item n .empty
  | .item x xs => if le n x then .item n (.item x xs) else .item x (put n xs)
def sorted : L N → Bool
  | .empty => true
  | .item _ .empty => true
  | .item x (.item y ys) => le x y && sorted (.item y ys)
def sort : L N → L N
  | .empty => .empty
  | .item x xs => put x (sort xs)
def evens : L N → Bool
  | .empty => true
  | .item x xs => eq (double (half x)) x && evens xs
inductive R (t : Type) where
  | start
  | after (xs : R t) (x : t)
def count {t : Type} : R t → N
  | .start => .zero
  | .after xs _ => .next (count xs)
def place (n : N) : R N → R N
  | .start => .after .start n
  | .after xs x => if le x n then .after (.after xs x) n else .after (place n xs) x
mutual
inductive Rose where
  | bud
  | rose (f : Bush)
inductive Bush where
  | bare
  | more (r : Rose) (f : Bush)
end
def graft : Bush → Bush → Bush
  | .bare, f => f
  | .more r e, f => .more r (graft e f)`
