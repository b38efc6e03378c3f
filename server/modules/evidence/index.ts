export { createDigits } from './digits.ts'
export { evidenceRoutes } from './routes.ts'
export { createEvidence } from './service.ts'
export { registerUploads } from './uploads.ts'
