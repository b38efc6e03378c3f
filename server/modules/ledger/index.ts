export { type Fact, transfer } from './accounts.ts'
export { createBookKeeping } from './keeping.ts'
export { createLedger, type Ledger } from './service.ts'
export { type ReadFollowed, verifyLedger } from './verification.ts'
