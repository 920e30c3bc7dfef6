import { isIPv4, isIPv6 } from 'node:net'

/** An address without its port: some proxies append one. */
const withoutPort = (address: string) =>
  /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](:\d+)?$/.exec(address)?.[1] ?? address

/** The eight groups of an IPv6 address, in lower case and without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [before = [], after = []] = new URL(`http://[${address.split('%', 1)[0]}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
}

/**
 * The IPv4 address in an IPv4-mapped IPv6 address (`::ffff:…`), as dual-stack sockets report it; null for any other.
 */
function mappedIpv4(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null
  const pairs = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join('.')
}

/**
 * The network that a request comes from, in one spelling. An IPv4 address is its own network. An IPv6 address is
 * reduced to its first 64 bits (`2001:db8:0:7::/64`), because one customer owns all addresses below them. Everything
 * else is the one network `unknown`: otherwise a client could invent another network for every request.
 */
export function networkOf(rawAddress: string): string {
  const address = withoutPort(rawAddress)
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const groups = groupsOf(address)
  return mappedIpv4(groups) ?? `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * The /48 that contains an IPv6 network from `networkOf`; providers assign one to each site. Null for other networks.
 */
export function siteOf(network: string): string | null {
  const [, groups] = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/.exec(network) ?? []
  return groups === undefined ? null : `${groups}::/48`
}
