import Shapes.Tree
