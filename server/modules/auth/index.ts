export { type Consents, createConsents } from './consents.ts'
export { authRoutes } from './routes.ts'
export { type Auth, type ClientData, type CodeLimits, codeLimits, createAuth } from './service.ts'
export { createSessions, type Sessions } from './sessions.ts'
