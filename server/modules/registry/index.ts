export type { RegistryFacts } from './facts.ts'
export { createRegistry, type KnownRegistry, type Wanted } from './service.ts'
