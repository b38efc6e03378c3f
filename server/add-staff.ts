import { type Role, roleNames, roles } from '#contract/review.ts'
import { readLender } from './lender.ts'
import { createInvitations, createStaff } from './modules/office/index.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { openPlatform } from './platform/platform.ts'

const usage = `Adds a member of the staff: node server/add-staff.ts LOGIN "Surname Name" ROLE
ROLE is one of: ${roles.join(', ')}
Prints the address at which the new member gets a password and an authenticator secret: it opens once, for a day.`

async function main([login, name, role]: string[]): Promise<number> {
  if (!login || !name || !roles.includes(role as Role)) {
    console.error(usage)
    return 2
  }
  const config = readConfig(process.env)
  const { lender } = readLender(config.lenderConfig, systemClock, config.dataDir)
  const platform = await openPlatform(config)
  try {
    const brand = lender.brand.name
    const actor = { kind: 'system', id: 'add-staff' }
    const { token, until } = await platform.transact(async (tx) => {
      const { staff } = await createStaff(platform, brand).add(tx, { login, name, role: role as Role }, actor)
      return createInvitations(platform, brand).make(tx, staff.id, actor)
    })
    console.log(`${name}, ${roleNames[role as Role].toLowerCase()}, login ${login}`)
    console.log(`Open once, before ${until.toISOString()}, at the address of the office: /office/invitation#${token}`)
    return 0
  } finally {
    await platform.close()
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  return 1
})
