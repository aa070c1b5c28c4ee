import type { Pair } from './pair.ts'

const sort = (name: string, levels: string, type: string, value: string, wrong: string): Pair => ({
  name,
  good: `def d${levels} : Sort ${type} := Sort ${value}`,
  bad: `def d${levels} : Sort ${type} := Sort ${wrong}`,
  rule: 'value-type',
})

/** Universe levels: arithmetic, order, parameters. */
export const LEVELS: readonly Pair[] = [
  sort('Sort l has type Sort (l+1)', '', '1', '0', '1'),
  sort('imax of anything and 0 is 0', '', '1', '(imax 1 0)', '(max 1 0)'),
  sort('imax of 0 and 1 is 1', '', '2', '(imax 0 1)', '(imax 0 2)'),
  sort('imax of 2 and 1 is 2', '', '3', '(imax 2 1)', '(imax 3 1)'),
  sort('imax u 0 is 0 for every u', '.{u}', '1', '(imax u 0)', '(imax 0 u)'),
  sort('imax u u is u', '.{u}', '(u + 1)', '(imax u u)', '(max u 1)'),
  sort('max commutes', '.{u,v}', '((max v u) + 1)', '(max u v)', '(imax u v)'),
  sort('max is associative', '.{u,v,w}', '((max u (max v w)) + 1)', '(max (max u v) w)', '(max (max u v) (w + 1))'),
  sort('max is idempotent', '.{u}', '(u + 1)', '(max u u)', '(max u (u + 1))'),
  sort('max absorbs', '.{u,v}', '((max u v) + 1)', '(max u (max u v))', '(max u (max u (v + 1)))'),
  sort('succ distributes over max', '.{u,v}', '(max (u + 2) (v + 2))', '((max u v) + 1)', '((max u v) + 2)'),
  sort('imax 1 u is not u', '.{u}', '((imax 1 u) + 1)', '(imax 1 u)', '(max 1 u)'),
  sort('imax into a successor is max', '.{u,v}', '((max u (v + 1)) + 1)', '(imax u (v + 1))', '(max (u + 1) (v + 1))'),
  sort('imax over max splits', '.{u,v,w}', '((max (imax u v) (imax u w)) + 1)', '(imax u (max v w))', '(max u (max v w))'),
  sort('nested imax flattens', '.{u,v,w}', '((imax (max u v) w) + 1)', '(imax u (imax v w))', '(imax (imax u w) v)'),
  sort('imax of two is decided by cases', '.{u,v}', '((max (imax u v) v) + 1)', '(imax u v)', '(max u v)'),
  sort('imax u 1 is max u 1', '.{u}', '((max u 1) + 1)', '(imax u 1)', '(max u 2)'),
  sort('imax and its own bound', '.{u,v}', '((max u v) + 1)', '(max (imax u v) (max u v))', '(max (imax (u + 1) v) (max u v))'),
  {
    name: 'a parameter is used that is declared',
    good: 'axiom c.{u} : Sort u',
    bad: 'axiom c.{u} : Sort v',
    rule: 'level-params-known',
  },
  {
    name: 'parameters of the value are declared too',
    good: 'def c.{u} : Sort (u + 2) := Sort (u + 1)',
    bad: 'def c.{u} : Sort (u + 2) := id.{3} (Sort 2) (id.{(v + 1)} (Sort v) P)',
    rule: 'level-params-known',
  },
  {
    name: 'parameters are distinct',
    good: 'def c.{u,v} : Sort 1 := Prop',
    bad: 'def c.{u,u} : Sort 1 := Prop',
    rule: 'level-params-distinct',
  },
  {
    name: 'parameters of an inductive type are distinct',
    good: 'inductive T.{u,v} : Type',
    bad: 'inductive T.{u,u} : Type',
    rule: 'level-params-distinct',
  },
  {
    name: 'a constant gets as many levels as it has',
    good: 'def c : P → P := id.{0} P',
    bad: 'def c : P → P := id.{0,0} P',
    rule: 'level-arity',
  },
  {
    name: 'a constant without levels',
    good: 'def c : Type := A',
    bad: 'def c : Type := A.{0}',
    rule: 'level-arity',
  },
  {
    name: 'levels of a constant matter',
    good: 'def c : Type → Type := id.{2} Type',
    bad: 'def c : Type → Type := id.{1} Type',
    rule: 'application-type',
  },
  {
    name: 'a function into Prop is in Prop',
    good: 'def c : Prop := (x : Type) → P',
    bad: 'def c : Prop := (x : P) → Type',
    rule: 'value-type',
  },
  {
    name: 'a function type lives in the larger universe',
    good: 'def c : Sort 3 := (x : Sort 2) → A',
    bad: 'def c : Sort 2 := (x : Sort 2) → A',
    rule: 'value-type',
  },
  {
    name: 'equal sorts in a type',
    given: 'axiom f.{u,v} : Sort (max u v) → Prop  axiom g.{u,v} : (x : Sort (max v u)) → Prop',
    good: 'theorem t.{u,v} : (x : Sort (max v u)) → Eq.{1} Prop (f.{u,v} x) (f.{u,v} x) := fun (x : Sort (max u v)) => Eq.refl.{1} Prop (f.{u,v} x)',
    bad: 'theorem t.{u,v} : (x : Sort (max v u)) → Eq.{1} Prop (f.{u,v} x) (f.{u,v} x) := fun (x : Sort (imax v u)) => Eq.refl.{1} Prop (f.{u,v} x)',
    rule: 'application-type',
  },
]
