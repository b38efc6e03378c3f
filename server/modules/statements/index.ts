export { statementRoutes } from './routes.ts'
export { createStatements } from './service.ts'
