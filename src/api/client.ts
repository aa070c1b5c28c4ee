/** The routes as hono's own client sees them: `hc<Api>(address)` asks them with typed questions and answers. */
import type { RouteConfig, RouteConfigToTypedResponse, RouteHandler } from '@hono/zod-openapi'
import type { Handler, Hono, ToSchema } from 'hono'
import type { BlankEnv } from 'hono/types'
import type * as routes from './routes/index.ts'

/** `/api/goals/{goal_hash}` is `/api/goals/:goal_hash` for hono. */
type HonoPath<Path extends string> = Path extends `${infer Start}/{${infer Name}}${infer Rest}`
  ? `${Start}/:${Name}${HonoPath<Rest>}`
  : Path

type InputOf<Route extends RouteConfig> =
  RouteHandler<Route> extends Handler<infer _Env, infer _Path, infer Input, infer _Answer> ? Input : never

type Served<Route> = Route extends RouteConfig
  ? ToSchema<Route['method'], HonoPath<Route['path']>, InputOf<Route>, RouteConfigToTypedResponse<Route>>
  : never

type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Every) => void
  ? Every
  : never

export type Api = Hono<BlankEnv, All<Served<(typeof routes)[keyof typeof routes]>>, '/'>
