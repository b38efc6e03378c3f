import { inFile } from './claim.ts'

/** Where the tests are that show the claims. */
const e2e = (name: string) => inFile(`checks/e2e/${name}.test.ts`)
const here = (name: string) => inFile(`checks/acceptance/${name}.test.ts`)

export const callsTest = e2e('calls')
export const configurationFaults = e2e('configuration-faults')
export const errorsTest = e2e('errors')
export const filling = e2e('filling')
export const gateFaults = e2e('gate-faults')
export const life = e2e('life')
export const mainJob = e2e('main-job')
export const reports = e2e('reports')
export const requestsFaults = e2e('requests-faults')
export const routesTest = e2e('routes')
export const serviceScreens = e2e('service-screens')
export const startFaults = e2e('start-faults')

export const status = inFile('contract/status.test.ts')
export const summary = inFile('contract/summary.test.ts')
export const wireErrors = inFile('contract/errors.test.ts')
export const gate = inFile('client/gates/sendToVerification.test.ts')
export const devMode = inFile('client/devMode.test.ts')
export const redaction = inFile('ui/shell/redaction.test.ts')
export const chunks = inFile('ui/shell/loadChunk.test.ts')

/** Written for this table. */
export const screensHere = here('screens')
export const wireHere = here('wire')
export const lifeHere = here('life')
export const desksHere = here('desks')
export const consoleHere = here('console')
export const constantsHere = here('constants')
export const builtHere = here('built')
