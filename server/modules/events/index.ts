export { cloudEventOf } from './cloud-event.ts'
export { eventRoutes } from './routes.ts'
export { createEvents, type Events } from './service.ts'
