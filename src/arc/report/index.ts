export { explainProgram } from './explain.ts'
export { reportHtml } from './report.ts'
