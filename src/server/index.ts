export { type Dashboard, type DashboardOptions, startDashboard } from './dashboard.ts'
export { type DashboardThread, startDashboardThread } from './dashboard-thread.ts'
