export { appealRoutes } from './routes.ts'
export { type Appeals, createAppeals } from './service.ts'
