export { shortName, surnameKey } from './masks.ts'
export { verificationRoutes } from './routes.ts'
export { createVerification } from './service.ts'
