export { carriesCode } from './kinds.ts'
export type { Messages } from './outbox.ts'
export { messageRoutes } from './routes.ts'
export { createMessages, type MessageDesk } from './service.ts'
