export { csvOf } from './csv.ts'
export { officeReportRoutes } from './office-routes.ts'
export { reportRoutes } from './routes.ts'
export { createReports } from './service.ts'
