export type { Messages } from './outbox.ts'
export { messageRoutes } from './routes.ts'
export { createMessages, type MessageDelivery, type MessageDesk } from './service.ts'
