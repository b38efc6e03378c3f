export type { Messages } from './outbox.ts'
export { messageRoutes } from './routes.ts'
export { createMessages } from './service.ts'
