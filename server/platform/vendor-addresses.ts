import { isIP } from 'node:net'
import { isLoopback, isPublicAddress } from './addresses.ts'
import type { OutboundRules } from './outbound.ts'
import type { Secret } from './secret.ts'

const isAddress = /(?:^|_)(?:URL|ENDPOINT)$/

/** Why calls to this address could never be made, as the end of a sentence that starts with its name; null: they may be. */
function faultOf(text: string, { production, privateServices = [] }: OutboundRules): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'is to be an address such as https://api.vendor.example'
  if (url.username || url.password) return 'is to be an address without a name or a password'
  if (url.search || url.hash) return 'is to be an address without a query'
  if (privateServices.includes(url.origin)) return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!production && (host === 'localhost' || isLoopback(host))) return null
  if (url.protocol === 'http:' || (isIP(host) > 0 && !isPublicAddress(host)))
    return `leads to ${url.origin}, which no call may go to: give a public https address, or name ${url.origin} in PRIVATE_SERVICES`
  return null
}

/** Faults of the addresses among a vendor's settings: they would be found at the first SMS, or the first payout. */
export function addressFaults(
  prefix: string,
  settings: Readonly<Record<string, Secret>>,
  rules: OutboundRules,
): string[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    const fault = isAddress.test(key) ? faultOf(value.reveal(), rules) : null
    return fault ? [`${prefix}${key} ${fault}`] : []
  })
}
