import { networkInterfaces } from 'node:os'
import { isAmong } from './addresses.ts'
import type { Environment } from './environment.ts'

/** This machine and the networks of a house or an office: RFC 1918, link-local, unique local (RFC 4193). */
const near = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
]
const wildcards = ['0.0.0.0', '::']
const isNear = (address: string) => isAmong(near, address)

/** A name that no public name server answers for (RFC 6761, RFC 6762), or an address near by. */
const nearHost = (host: string): boolean =>
  /(?:^|\.)(?:localhost|local)$/i.test(host) || isNear(host.replace(/^\[|\]$/g, ''))

/** Addresses of this machine that a server on all of them would answer at. */
const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address))

/**
 * Why these settings are no demo, as a clause; null for a demo. Test codes let anybody in, so a demo is what is proven to be one: nobody but
 * this machine and its local network can reach it, and no SMS goes to a real phone. `NODE_ENV` alone proves nothing: it is
 * mistyped and forgotten.
 */
export function noDemoBecause(env: Environment, addresses: () => readonly string[] = ownAddresses): string | null {
  if (env.NODE_ENV === 'production') return 'NODE_ENV is production'
  if (env.SMS_PROVIDER !== undefined && env.SMS_PROVIDER !== 'sandbox') return `SMS_PROVIDER is ${env.SMS_PROVIDER}`
  for (const name of ['PUBLIC_URL', 'PUBLIC_OFFICE_URL'] as const) {
    const url = env[name]
    if (url !== undefined && !nearHost(URL.parse(url)?.hostname ?? '')) return `${name} is a public address`
  }
  if (wildcards.includes(env.HOST)) {
    const open = addresses().find((address) => !isNear(address))
    return open === undefined ? null : `HOST ${env.HOST} answers at a public address of this machine, ${open}`
  }
  return nearHost(env.HOST) ? null : `HOST ${env.HOST} is a public address`
}
