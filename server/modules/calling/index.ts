export { callingRoutes } from './routes.ts'
export { type Calling, createCalling } from './service.ts'
