/**
 * Asks every operation of the API once, on real runs, and keeps what it answered as the example that the reference shows:
 * `npm run api-answers` writes docs/api-answers.json, shortened, with names of this machine taken out.
 */
import { writeFileSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  ArcRuns,
  GoalAnswer,
  GoalList,
  ProjectAnswer,
  ProjectHolesAnswer,
  RunList,
  TicketAnswer,
} from '../src/api/index.ts'
import * as routes from '../src/api/routes/index.ts'
import { API_EXAMPLES, type ApiExample } from '../src/server/routes/api-examples.ts'
import { World } from '../test/browser/world.ts'

const FILE = join(import.meta.dirname, '..', 'docs', 'api-answers.json')
const OPERATIONS: Readonly<Record<keyof typeof routes, { method: string; path: string }>> = { ...routes }
const MOST_ITEMS = 2
const MOST_LETTERS = 300

await using world = new World()
await Promise.all([world.runBank(4), world.runArc()])
await world.runBlueprint()
await world.open()

const answers: Record<string, unknown> = {}

async function ask(id: keyof typeof routes, more: ApiExample = {}): Promise<void> {
  const { method, path } = OPERATIONS[id]
  const example = { ...API_EXAMPLES[id], ...more }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(example.path?.[name] ?? name),
  )
  const query = method === 'get' ? `?${new URLSearchParams(example.query)}` : ''
  const response = await fetch(`${world.url}${filled}${query}`, {
    method: method.toUpperCase(),
    ...(method === 'post' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(example.body ?? {}),
    }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${id}: ${JSON.stringify(answer)}`)
  answers[id] = shortened(answer)
}

/** A question starts the reading of the project. */
async function untilIdle(): Promise<void> {
  for (;;) {
    const { activity, is_stale } = await world.get<ProjectAnswer>('/api/project')
    if (activity.kind === 'idle' && !is_stale) return
    await sleep(200)
  }
}

/** Grids stay whole; of other lists the beginning tells enough. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return publicText(value)
  if (Array.isArray(value)) {
    const isGrid = value.flat(3).every((one) => typeof one === 'number')
    return isGrid ? value : value.slice(0, MOST_ITEMS).map(shortened)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]))
}

function publicText(text: string): string {
  const plain = text
    .replaceAll(world.folder, '/home/ada/numbers')
    .replaceAll(homedir(), '/home/ada')
    .replaceAll(hostname(), 'laptop')
  return plain.length <= MOST_LETTERS ? plain : `${plain.slice(0, MOST_LETTERS)}…`
}

const goals = (await world.get<GoalList>('/api/goals')).items
const goalNamed = (name: string): GoalAnswer => {
  const goal = goals.find(({ id }) => id === name)
  if (!goal) throw new Error(`There is no goal ${name}.`)
  return goal
}
const proved = goalNamed('add_swap')
const onGoal = { path: { goal_hash: proved.goal_hash } }
const runId =
  (await world.get<RunList>('/api/runs')).items.find(({ command }) => command === 'bank')?.run_id ?? ''
const arcRun = (await world.get<ArcRuns>('/api/arc/runs')).items[0]?.run_id ?? ''
const asked = await world.post<TicketAnswer>('/api/tickets', { goal: '1 + 1 = 2', suggested_name: 'two' })

await ask('listGoals', { query: { limit: '2' } })
await ask('postGoal')
await ask('getGoal', onGoal)
await ask('listAttemptsOnGoal', onGoal)
await ask('getProofTree', onGoal)
await ask('getProofSteps', onGoal)
await ask('listSearchTrees', onGoal)
const searched = { path: { goal_hash: goalNamed('min_le_max').goal_hash } }
await ask('postGoalSearch', searched)
await ask('getGoalSearch', searched)
await ask('postGoalSearchStop', searched)
await ask('listAttempts', { query: { limit: '2' } })
await ask('listReceipts')
await ask('getReceipt', { path: { receipt: proved.receipt ?? '' } })
await ask('searchPremises')
await ask('getStats')
await ask('getMarketplace')
await ask('getHealth')
await ask('getStrategies')
await ask('getSolvedOverTime')
await ask('getMachineHistory')
await ask('getDoctor')
await ask('getConfig')
await ask('getLogs')
await ask('getWorkers')
await ask('postPlaygroundRead')
await ask('postGoalCheck')
await ask('postPlaygroundTry')
await ask('getLeanWords')
await ask('getLeanNames')
await ask('getBlueprint')
await ask('listTickets')
await ask('postTicket')
const { ticket_id } = answers.postTicket as TicketAnswer
await ask('getTicket', { path: { ticket_id } })
await ask('postTicketClaim', { path: { ticket_id } })
await ask('postTicketCompletion', { path: { ticket_id } })
await ask('postTicketCancellation', { path: { ticket_id: asked.ticket_id } })
await ask('listRuns')
await ask('getRun', { path: { run_id: runId } })
await ask('compareRuns', { query: { left: runId, right: runId } })
await ask('postRun')
const started = (answers.postRun as { run_id: string }).run_id
await ask('postRunControl', { path: { run_id: started } })
await world.post(`/api/runs/${started}/control`, { action: 'stop' })
await ask('listArcRuns')
const inArc = { run_id: arcRun, task_id: 'flip' }
await ask('listArcTasks', { path: inArc })
await ask('getArcTask', { path: inArc })
await ask('getArcTrace', { path: inArc })
await ask('compareArcRuns', { query: { left: arcRun, right: arcRun } })
await ask('postArcApply')
await untilIdle()
await ask('getProject')
await ask('postProjectRead')
await untilIdle()
await ask('postProjectSearch')
await ask('postProjectStop')
await untilIdle()
await world.post('/api/project/search', { path: 'Twice.lean' })
await untilIdle()
await ask('listProjectHoles', { query: { path: 'Twice.lean' } })
const { version } = await world.get<ProjectHolesAnswer>('/api/project/holes?path=Twice.lean')
await ask('postProjectApply', { body: { path: 'Twice.lean', version } })

writeFileSync(FILE, `${JSON.stringify(answers, null, 1)}\n`)
process.stdout.write(`${Object.keys(answers).length} answers in docs/api-answers.json\n`)
