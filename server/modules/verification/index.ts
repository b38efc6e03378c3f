export type { StaffNames } from './history.ts'
export type { StepFile } from './review-page.ts'
export { verificationRoutes } from './routes.ts'
export { createVerification, type Verification } from './service.ts'
