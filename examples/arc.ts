/** Solves an ARC task: read it, search for a program, verify it, use it. Run: node examples/arc.ts */
import {
  applyArcProgram,
  arcRows,
  parseArcTasks,
  printArcProgram,
  solveArcTask,
  verifyArcProgram,
} from '../src/index.ts'

const { tasks } = parseArcTasks(
  JSON.stringify({
    task_id: 'largest',
    train: [
      {
        input: [
          [1, 0, 0],
          [0, 2, 2],
          [0, 2, 2],
        ],
        output: [
          [2, 2],
          [2, 2],
        ],
      },
      {
        input: [
          [3, 0, 4],
          [3, 0, 0],
          [3, 0, 0],
        ],
        output: [[3], [3], [3]],
      },
      {
        input: [
          [0, 0, 0],
          [5, 5, 0],
          [0, 0, 6],
        ],
        output: [[5, 5]],
      },
    ],
    test: [
      {
        input: [
          [7, 0, 8],
          [7, 0, 8],
          [0, 0, 8],
        ],
      },
    ],
  }),
  'an example',
)
for (const { task } of tasks) {
  const [best] = solveArcTask(task, { nodes: 5000 })
  if (best === undefined) throw new Error('nothing was found')
  const verdict = verifyArcProgram(best.program, task.train)
  console.log(`${verdict.exact} of ${task.train.length} pairs: ${printArcProgram(best.program)}`)
  for (const input of task.tests) {
    const output = applyArcProgram(best.program, input)
    console.log(output === undefined ? 'nothing' : JSON.stringify(arcRows(output)))
  }
}
