export type { KnownRecord, Standing } from './known.ts'
export { identityRoutes } from './routes.ts'
export { createIdentity, type Identity } from './service.ts'
