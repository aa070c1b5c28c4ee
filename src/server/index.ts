export { type DashboardOptions, startDashboard } from './dashboard.ts'
