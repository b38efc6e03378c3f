export { followupRoutes } from './routes.ts'
export { createFollowups } from './service.ts'
