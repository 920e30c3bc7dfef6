/** The eight groups of an IPv6 address, in lower case and without zeros in front; null for what is none. */
function groupsOf(address: string): readonly string[] | null {
  const host = URL.parse(`http://[${address.split('%', 1)[0]}]`)?.hostname
  if (host === undefined) return null
  const [before = [], after = []] = host
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
 * (`2001:db8:0:7::/64`), since one customer has all addresses below them. What is neither is answered as it came.
 */
export function networkOf(address: string): string {
  const groups = address.includes(':') ? groupsOf(address) : null
  if (groups === null) return address
  return mappedIn(groups) ?? `${groups.slice(0, 4).join(':')}::/64`
}

/** What an IPv6 network (as `networkOf` writes it) is a part of: a /48, which is what one site is given; null for any other. */
export function siteOf(network: string): string | null {
  const [, groups] = /^([^:]+:[^:]+:[^:]+):[^:]+::\/64$/.exec(network) ?? []
  return groups === undefined ? null : `${groups}::/48`
}
