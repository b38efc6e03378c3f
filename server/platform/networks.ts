import { isIP, SocketAddress } from 'node:net'

/** The networks an address is counted by: an IPv4 address whole, an IPv6 address by its /64 and its /48. */
export type Networks = { readonly ipv4: string } | { readonly ipv6: string; readonly ipv6Site: string }

/** `::ffff:192.0.2.1`, however it is written, is the IPv4 address it stands for. */
const mapped = /^::ffff:(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/

/** The first four groups of an IPv6 address in full, without its zone. */
function firstGroups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(missing).fill('0'), ...after].slice(0, 4)
}

/**
 * The networks of an address as the connection or a trusted proxy tells it. What is no address counts as one; so does who hung up
 * before the call was looked at, whose address nobody knows any more.
 */
export function networksOf(told: string | undefined): Networks {
  const bare = told?.split('%', 1)[0] ?? ''
  if (isIP(bare) !== 6) return { ipv4: bare }
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  const ipv4 = mapped.exec(address)?.[1]
  if (ipv4) return { ipv4 }
  const groups = firstGroups(address)
  return { ipv6: groups.join(':'), ipv6Site: groups.slice(0, 3).join(':') }
}

/** The one network a subscriber has: the IPv4 address, the /64. */
export function networkOf(address: string | undefined): string {
  const networks = networksOf(address)
  return 'ipv4' in networks ? networks.ipv4 : networks.ipv6
}
