import Library.Arithmetic
import Library.Lists
import Library.Trees
import Library.Expressions
