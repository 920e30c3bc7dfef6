/** The 64 bits that a provider gives one customer, as four groups; null for what is no IPv6 address. */
function firstGroups(address: string): readonly string[] | null {
  const url = URL.parse(`http://[${address.split('%', 1)[0]}]`)
  if (url === null) return null
  const [head = '', tail] = url.hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const groups =
    tail === undefined ? before : [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
  return isMapped(groups) ? null : groups.slice(0, 4)
}

/** An IPv4 address in the clothes of an IPv6 one (`::ffff:…`, as the browser of a dual-stack socket comes). */
const isMapped = (groups: readonly string[]) =>
  groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'

/** The IPv4 address at the end of a mapped one. */
function mappedIn(address: string): string | null {
  const hostname = URL.parse(`http://[${address}]`)?.hostname
  const [high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(hostname ?? '')?.slice(1) ?? []
  if (high === undefined || low === undefined) return null
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return bits.flatMap((pair) => [pair >> 8, pair & 255]).join('.')
}

/**
 * The network that a request comes from, written one way: an IPv4 address as it is, of an IPv6 address the first 64 bits
 * (`2001:db8:0:7::/64`), since one customer has all addresses below them. What is neither is answered as it came.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const groups = firstGroups(address)
  return groups === null ? (mappedIn(address) ?? address) : `${groups.join(':')}::/64`
}
