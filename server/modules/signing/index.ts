export { type Application, createApplication } from './application.ts'
export { fingerprint, readPublicKey, signingKeys } from './keys.ts'
export { createLenderPapers } from './lender-papers.ts'
export {
  type AskForCode,
  createPackages,
  type KeepDocuments,
  type PackageContent,
  type PackageMaker,
} from './packages.ts'
export type { SignatureRecord, SignedRecord, SigningPurpose } from './record.ts'
export { signingRoutes } from './routes.ts'
export { createSending, type Entered, type SendRequest } from './sending.ts'
export {
  type Confirmed,
  createSigning,
  type Frozen,
  type Prepared,
  type Signing,
  type ToConfirm,
  type ToFreeze,
} from './service.ts'
export { createSignedFiles, lettersFiles } from './signed-files.ts'
