inductive Chain where
  | empty
  | link (first : Nat) (rest : Chain)

open Chain

def append : Chain → Chain → Chain
  | empty, other => other
  | link first rest, other => link first (append rest other)

def reverse : Chain → Chain
  | empty => empty
  | link first rest => append (reverse rest) (link first empty)

def reverseOnto : Chain → Chain → Chain
  | empty, done => done
  | link first rest, done => reverseOnto rest (link first done)
