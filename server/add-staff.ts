import { type Role, roleNames, roles } from '#contract/review.ts'
import { readLender } from './lender.ts'
import { createStaff } from './modules/office/index.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { openPlatform } from './platform/platform.ts'

const usage = `Adds a member of the staff: node server/add-staff.ts LOGIN "Surname Name" ROLE
ROLE is one of: ${roles.join(', ')}
The password and the authenticator secret are printed once and kept nowhere.`

async function main([login, name, role]: string[]): Promise<number> {
  if (!login || !name || !roles.includes(role as Role)) {
    console.error(usage)
    return 2
  }
  const config = readConfig(process.env)
  const { lender } = readLender(config.lenderConfig, systemClock, config.dataDir)
  const platform = await openPlatform(config)
  try {
    const staff = createStaff(platform, lender.brand.name)
    const actor = { kind: 'system', id: 'add-staff' }
    const { credentials } = await platform.transact((tx) => staff.add(tx, { login, name, role: role as Role }, actor))
    console.log(`${name}, ${roleNames[role as Role].toLowerCase()}`)
    console.log(`login     ${credentials.login}`)
    console.log(`password  ${credentials.password}`)
    console.log(`authenticator secret  ${credentials.totpSecret}`)
    console.log(`authenticator link    ${credentials.totpUri}`)
    return 0
  } finally {
    await platform.close()
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  return 1
})
