import { isIPv4, isIPv6 } from 'node:net'

/** An address without its port: some proxies put one behind it. */
const bare = (told: string) => /^([\d.]+):\d+$/.exec(told)?.[1] ?? /^\[(.+)\](:\d+)?$/.exec(told)?.[1] ?? told

/** The eight groups of an IPv6 address, in lower case and without zeros in front. */
function groupsOf(address: string): readonly string[] {
  const [before = [], after = []] = new URL(`http://[${address.split('%', 1)[0]}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
}

/** An IPv4 address as a socket for both kinds tells it (`::ffff:…`); null for any other. */
function mappedIn(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null
  const pairs = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join('.')
}

/**
 * The network that a request comes from, written one way: an IPv4 address as it is, of an IPv6 address the first 64 bits
 * (`2001:db8:0:7::/64`), since one customer has all addresses below them. All that is neither is one network, for each request
 * could be told to be from another.
 */
export function networkOf(told: string): string {
  const address = bare(told)
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const groups = groupsOf(address)
  return mappedIn(groups) ?? `${groups.slice(0, 4).join(':')}::/64`
}

/** What an IPv6 network (as `networkOf` writes it) is a part of: a /48, which is what one site is given; null for any other. */
export function siteOf(network: string): string | null {
  const [, groups] = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/.exec(network) ?? []
  return groups === undefined ? null : `${groups}::/48`
}
