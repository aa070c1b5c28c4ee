import * as z from 'zod'

/** A kind of value: how it is read from text, and how to tell people what is allowed. */
interface Kind<T> {
  readonly schema: z.ZodType<T, string>
  readonly allowed: string
}

export interface Setting<T> extends Kind<T> {
  readonly variable: string
  readonly fallback: T
  readonly description: string
  /** Never shown, not even in part. */
  readonly secret: boolean
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

function number(least: number, most: number): Kind<number> {
  return {
    schema: z.string().regex(NUMBER).transform(Number).pipe(z.number().min(least).max(most)),
    allowed: `a number from ${least} to ${most}`,
  }
}

function integer(least: number, most: number): Kind<number> {
  return {
    schema: z.string().regex(NUMBER).transform(Number).pipe(z.int().min(least).max(most)),
    allowed: `a whole number from ${least} to ${most}`,
  }
}

function oneOf<const T extends string>(...names: T[]): Kind<T> {
  return { schema: z.enum(names), allowed: `one of ${names.join(', ')}` }
}

function optional<T>({ schema, allowed }: Kind<T>): Kind<T | undefined> {
  return { schema, allowed }
}

const text: Kind<string> = { schema: z.string().min(1), allowed: 'some text' }
const path: Kind<string> = { schema: z.string().min(1), allowed: 'a path' }
const paths: Kind<readonly string[]> = {
  schema: z.string().transform((list) =>
    list
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
  allowed: 'a list of paths, separated by commas',
}
const KERNELS = ['lean', 'ts'] as const
const kernelList: Kind<readonly (typeof KERNELS)[number][]> = {
  schema: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .pipe(z.array(z.enum(KERNELS)).refine((names) => names.includes('lean'))),
  allowed: 'lean, or lean,ts',
}
const httpUrl: Kind<string> = {
  schema: z.url({ protocol: /^https?$/ }),
  allowed: 'an http or https address',
}
const postgresUrl: Kind<string> = {
  schema: z.url({ protocol: /^postgres(?:ql)?$/ }),
  allowed: 'an address like postgres://user:password@host:5432/name',
}

function setting<T>(
  variable: string,
  kind: Kind<T>,
  fallback: T,
  description: string,
  secret = false,
): Setting<T> {
  return { ...kind, variable, fallback, description, secret }
}

const DAY_SECONDS = 86_400

/** Every setting there is. The order is that of `.env.example` and `orch config`. */
export const SETTINGS = {
  profile: setting(
    'ORCH_PROFILE',
    integer(0, 2),
    1,
    'Strategies to use: 0 = micro and refute, 1 = also copilot and sketch, 2 = all, reprover included.',
  ),
  cpuTarget: setting(
    'ORCH_CPU_TARGET',
    number(0.01, 1),
    0.5,
    'Share of the whole machine to keep busy; 1 = no limit.',
  ),
  memoryTarget: setting(
    'ORCH_MEMORY_TARGET',
    number(0.05, 1),
    0.8,
    'Share of memory above which nothing new is started while something runs.',
  ),
  cpuAlpha: setting(
    'ORCH_CPU_ALPHA',
    number(0.001, 1),
    0.1,
    'Weight of the newest reading in the moving average of CPU use; lower is smoother and slower.',
  ),
  maxLight: setting('ORCH_MAX_LIGHT', integer(1, 1024), 8, 'Attempts on easy goals that may run at once.'),
  maxHeavy: setting('ORCH_MAX_HEAVY', integer(1, 1024), 2, 'Attempts on hard goals that may run at once.'),
  escalateThreshold: setting(
    'ORCH_ESCALATE_THRESHOLD',
    number(0, 1),
    0.6,
    'Goals at least this difficult go to the heavy lane.',
  ),
  escalateAfter: setting(
    'ORCH_ESCALATE_AFTER',
    integer(1, 100),
    3,
    'Failed strategies after which the stuck subgoal becomes a ticket on the marketplace.',
  ),
  slate: setting('ORCH_SLATE', integer(1, 64), 3, 'Strategies that race for one goal.'),
  seed: setting(
    'ORCH_SEED',
    optional(integer(0, 4_294_967_295)),
    undefined,
    'Makes the choices of a run repeatable; without it each run draws and prints its own.',
  ),
  policy: setting(
    'ORCH_POLICY',
    oneOf('auto', 'ucb', 'marginal'),
    'auto',
    'How strategies are chosen: ucb, or marginal (solves per CPU-second); auto = marginal.',
  ),
  ucbExploration: setting(
    'ORCH_UCB_EXPLORATION',
    number(0, 100),
    1.5,
    'ucb: weight of the exploration bonus.',
  ),
  ucbAlpha: setting(
    'ORCH_UCB_ALPHA',
    number(0.001, 1),
    0.1,
    'ucb: weight of the newest attempt in the success rate.',
  ),
  ucbInitialMean: setting(
    'ORCH_UCB_INITIAL_MEAN',
    number(0, 1),
    0.05,
    'ucb: success rate of a strategy never tried.',
  ),
  marginalShrinkage: setting(
    'ORCH_MARGINAL_SHRINKAGE',
    number(0.1, 1000),
    4,
    'marginal: how many attempts the experience with less similar goals is worth.',
  ),
  timeoutMicro: setting(
    'ORCH_TIMEOUT_MICRO',
    number(0.1, DAY_SECONDS),
    8,
    'Seconds for one attempt of micro.',
  ),
  timeoutCopilot: setting(
    'ORCH_TIMEOUT_COPILOT',
    number(0.1, DAY_SECONDS),
    20,
    'Seconds for one attempt of copilot.',
  ),
  timeoutReprover: setting(
    'ORCH_TIMEOUT_REPROVER',
    number(0.1, DAY_SECONDS),
    60,
    'Seconds for one attempt of reprover.',
  ),
  timeoutSketch: setting(
    'ORCH_TIMEOUT_SKETCH',
    number(0.1, DAY_SECONDS),
    6,
    'Seconds to draft and validate a sketch.',
  ),
  timeoutRefute: setting(
    'ORCH_TIMEOUT_REFUTE',
    number(0.1, DAY_SECONDS),
    4,
    'Seconds for one attempt of refute.',
  ),
  timeoutOther: setting(
    'ORCH_TIMEOUT_OTHER',
    optional(number(0.1, DAY_SECONDS)),
    undefined,
    'Seconds for one attempt of a strategy of your own, instead of its own timeoutSeconds.',
  ),
  cacheRate: setting(
    'ORCH_CACHE_RATE',
    number(0, 1),
    0.7,
    'Cached scripts with a success rate above this are tried before anything else.',
  ),
  strategies: setting('ORCH_STRATEGIES', paths, [], 'Modules with strategies of your own.'),
  home: setting('ORCH_HOME', path, '.orch', 'Folder of what cannot be rebuilt: the ledger and the receipts.'),
  cacheDir: setting(
    'ORCH_CACHE_DIR',
    optional(path),
    undefined,
    "Folder of what can be rebuilt, such as the embedded Lean; your user's cache folder by default.",
  ),
  arcMemoryDir: setting(
    'ARC_V3_MEMORY_DIR',
    optional(path),
    undefined,
    'Folder in which "orch arc run" remembers between runs; without it nothing is remembered.',
  ),
  arcMemoryNamespace: setting(
    'ARC_V3_MEMORY_NAMESPACE',
    path,
    'default',
    'Part of that memory to use, so that runs for training and for evaluation stay apart.',
  ),
  databaseUrl: setting(
    'ORCH_DATABASE_URL',
    optional(postgresUrl),
    undefined,
    'PostgreSQL for the ledger instead of the SQLite file; several machines can share it.',
    true,
  ),
  lean: setting(
    'ORCH_LEAN',
    optional(path),
    undefined,
    'The lean or lake program to use instead of the one on PATH.',
  ),
  nativeUnsandboxed: setting(
    'ORCH_NATIVE_UNSANDBOXED',
    optional(oneOf('1')),
    undefined,
    'Lets a native Lean elaborate text of others outside a sandbox: it can then do whatever you can.',
  ),
  sandboxPaths: setting(
    'ORCH_SANDBOX_PATHS',
    optional(path),
    undefined,
    'Folders that a native Lean needs to read inside its sandbox besides its own, separated by colons.',
  ),
  kernels: setting(
    'ORCH_KERNELS',
    optional(kernelList),
    undefined,
    'Kernels that must accept a proof. By default both for check and verify; a search asks the second one too, once its library is there, and notes where it declines.',
  ),
  llmBaseUrl: setting(
    'ORCH_LLM_BASE_URL',
    optional(httpUrl),
    undefined,
    'An OpenAI-compatible endpoint for sketches and tactics, such as http://localhost:11434/v1.',
  ),
  llmModel: setting('ORCH_LLM_MODEL', optional(text), undefined, 'The model to ask at that endpoint.'),
  llmApiKey: setting(
    'ORCH_LLM_API_KEY',
    optional(text),
    undefined,
    'The key for that endpoint, if it wants one.',
    true,
  ),
  dashboardToken: setting(
    'ORCH_DASHBOARD_TOKEN',
    optional(text),
    undefined,
    'What clients of the dashboard must show; needed (and made up if not set) on addresses that others can reach.',
    true,
  ),
  reproverRetrieverPath: setting(
    'REPROVER_RETRIEVER_PATH',
    optional(path),
    undefined,
    'Folder of the ReProver retriever, exported to ONNX.',
  ),
  reproverGeneratorPath: setting(
    'REPROVER_GENERATOR_PATH',
    optional(path),
    undefined,
    'Folder of the ReProver tactic generator, exported to ONNX.',
  ),
} as const

export type SettingName = keyof typeof SETTINGS
