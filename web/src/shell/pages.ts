import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** Every page, with the key that opens it after `g`. Each is its own file in the build, loaded when first opened. */
interface PageEntry {
  readonly path: RegExp
  readonly page: LazyExoticComponent<ComponentType<{ readonly params: readonly string[] }>>
}

export const MENU = [
  { name: 'Now', href: '/', key: 'n' },
  { name: 'Goals', href: '/goals', key: 'g' },
  { name: 'Playground', href: '/playground', key: 'l' },
  { name: 'Strategies', href: '/strategies', key: 's' },
  { name: 'Market', href: '/market', key: 'm' },
  { name: 'Project', href: '/project', key: 'p' },
  { name: 'Blueprint', href: '/blueprint', key: 'b' },
  { name: 'ARC', href: '/arc', key: 'a' },
  { name: 'Runs', href: '/runs', key: 'r' },
  { name: 'System', href: '/system', key: 'y' },
] as const

export const PAGES: readonly PageEntry[] = [
  { path: /^\/$/, page: lazy(() => import('../now/now-page.tsx').then((m) => ({ default: m.NowPage }))) },
  {
    path: /^\/goals$/,
    page: lazy(() => import('../goals/goals-page.tsx').then((m) => ({ default: m.GoalsPage }))),
  },
  {
    path: /^\/goals\/([^/]+)$/,
    page: lazy(() => import('../goal/goal-page.tsx').then((m) => ({ default: m.GoalPage }))),
  },
  {
    path: /^\/playground$/,
    page: lazy(() =>
      import('../playground/playground-page.tsx').then((m) => ({ default: m.PlaygroundPage })),
    ),
  },
  {
    path: /^\/strategies$/,
    page: lazy(() =>
      import('../strategies/strategies-page.tsx').then((m) => ({ default: m.StrategiesPage })),
    ),
  },
  {
    path: /^\/market$/,
    page: lazy(() => import('../market/market-page.tsx').then((m) => ({ default: m.MarketPage }))),
  },
  {
    path: /^\/project$/,
    page: lazy(() => import('../project/project-page.tsx').then((m) => ({ default: m.ProjectPage }))),
  },
  {
    path: /^\/blueprint$/,
    page: lazy(() => import('../blueprint/blueprint-page.tsx').then((m) => ({ default: m.BlueprintPage }))),
  },
  { path: /^\/arc$/, page: lazy(() => import('../arc/arc-page.tsx').then((m) => ({ default: m.ArcPage }))) },
  {
    path: /^\/arc\/play$/,
    page: lazy(() => import('../arc/play-page.tsx').then((m) => ({ default: m.ArcPlayPage }))),
  },
  {
    path: /^\/arc\/([^/]+)\/([^/]+)$/,
    page: lazy(() => import('../arc/task-page.tsx').then((m) => ({ default: m.ArcTaskPage }))),
  },
  {
    path: /^\/runs$/,
    page: lazy(() => import('../runs/runs-page.tsx').then((m) => ({ default: m.RunsPage }))),
  },
  {
    path: /^\/runs\/([^/]+)$/,
    page: lazy(() => import('../runs/run-page.tsx').then((m) => ({ default: m.RunPage }))),
  },
  {
    path: /^\/system$/,
    page: lazy(() => import('../system/system-page.tsx').then((m) => ({ default: m.SystemPage }))),
  },
]
