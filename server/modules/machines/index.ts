import type { IsoDate } from '#contract/dates.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { createMachineClients } from './clients.ts'
import { createMachineDoorkeeper } from './doorkeeper.ts'
import { createTokens } from './tokens.ts'
import { createTold } from './told.ts'

export { machineOfficeRoutes } from './office-routes.ts'
export { machinePaymentRoutes } from './payment-routes.ts'
export { machineReadRoutes } from './read-routes.ts'
export { registerTokenEndpoint } from './token-endpoint.ts'
export { type Told, toldRoutes } from './told.ts'

interface Parts {
  readonly platform: Platform
  readonly today: () => IsoDate
  /** Whether another administrator could confirm what this one asks for. */
  readonly hasAnother: (tx: Tx, staffId: string) => Promise<boolean>
  readonly staffNames: () => Promise<ReadonlyMap<string, string>>
}

/** The lender's other systems: who they are, what they may, how they prove it. */
export function createMachines(parts: Parts) {
  const tokens = createTokens(parts)
  return {
    clients: createMachineClients(parts),
    tokens,
    doorkeeper: createMachineDoorkeeper(parts),
    told: createTold(parts.platform),
    sweep: tokens.sweep,
  }
}
