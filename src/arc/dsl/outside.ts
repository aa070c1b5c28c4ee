/** The value of a neighbour beyond the edge of the grid: a colour no cell has. */
export const OUTSIDE = 10
