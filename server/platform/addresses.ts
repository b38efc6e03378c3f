import { BlockList, isIP } from 'node:net'

const refused = new BlockList()
// IANA special-purpose address registries (RFC 6890): nothing here is a provider on the public network.
const v4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
for (const [address, bits] of v4) refused.addSubnet(address, bits, 'ipv4')

// Of IPv6 only global unicast is public; of that, tunnels that carry an IPv4 address and documentation are not.
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  refused.addSubnet(address, bits, 'ipv6')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

// Networks of one's own: RFC 1918, RFC 6598, RFC 4193. Not link-local, where clouds keep their secrets (169.254.169.254).
const own = new BlockList()
for (const [address, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  own.addSubnet(address, bits, 'ipv4')
own.addSubnet('fc00::', 7, 'ipv6')

/** Whether an address is one of the public network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  return family === 6 && publicV6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

/** Whether an address is one a lender's own services may stand at: of a private network, or of this machine. */
export function isOwnAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && (isLoopback(address) || own.check(address, family === 4 ? 'ipv4' : 'ipv6'))
}

export function isLoopback(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether an address is one of a list of addresses and networks (`10.0.0.0/8`). */
export function isAmong(list: readonly string[], given: string): boolean {
  const address = given.replace(/^::ffff:(?=\d+\.)/, '')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  const networks = new BlockList()
  for (const item of list) {
    const [network = '', bits] = item.split('/')
    const kind = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    if (bits) networks.addSubnet(network, Number(bits), kind)
    else if (isIP(network)) networks.addAddress(network, kind)
  }
  return isIP(address) > 0 && networks.check(address, family)
}
