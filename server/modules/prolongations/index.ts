export { prolongationRoutes } from './routes.ts'
export { createProlongations, type Prolongations } from './service.ts'
