export { passportReactions } from './reactions.ts'
export { openReader, type PassportReading, type ReadPassport } from './reader.ts'
export { passportRoutes } from './routes.ts'
export { createPassports, type Passports } from './service.ts'
