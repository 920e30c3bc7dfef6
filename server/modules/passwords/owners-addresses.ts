import { asciiLower } from '#contract/text/search.ts'

/** An address that has stood for so long is the owner's: a theft of the account does not go unnoticed for so long. */
const OWNED_MS = 30 * 86_400_000
/** One that has stood for so long stays the owner's whatever is put back by another user. */
const SETTLED_MS = 180 * 86_400_000

/** What is known of the addresses of an account. */
export interface AddressLog {
  /** Null for one from before there was a history. */
  readonly madeAt: Date | null
  /** When a user signed in first; null for never. */
  readonly signedInAt: Date | null
  /** Oldest first. `isOwn`: the account itself changed its address, or a thief did in its session. */
  readonly changes: readonly {
    readonly from: string
    readonly to: string
    readonly at: Date
    readonly isOwn: boolean
  }[]
}

/**
 * Those former addresses of an account that are its owner's, folded, the oldest first; with each whether it was last replaced by
 * another user. The first one is the owner's once a user has signed in, a later one after a month, whoever set it: a thief,
 * too, sets one in a session of the owner. Those that stood between are not, when another user or a link puts one
 * back that is the owner's; but for those that stood for half a year, or a thief would put back an old one whose domain is for sale.
 */
export function ownersAddresses({ madeAt, signedInAt, changes }: AddressLog): ReadonlyMap<string, boolean> {
  const owners = new Map<string, boolean>()
  const settled = new Set<string>()
  let since = madeAt?.getTime() ?? Number.NEGATIVE_INFINITY
  let isFirst = true
  for (const change of changes) {
    const [from, to, at] = [asciiLower(change.from), asciiLower(change.to), change.at.getTime()]
    if (from === to) continue
    const isPutBack = !change.isOwn && owners.has(to)
    const isUsed = isFirst && signedInAt !== null && signedInAt.getTime() < at
    if (at - since >= SETTLED_MS) settled.add(from)
    if (isPutBack) forgetAfter(owners, to, settled)
    const isEarned = settled.has(from) || (!isPutBack && (isUsed || at - since >= OWNED_MS))
    if (owners.has(from) || isEarned) owners.set(from, !change.isOwn)
    since = at
    isFirst = false
  }
  return owners
}

/** Those behind `last`, but for settled ones: a map keeps the order in which its keys came. */
function forgetAfter(owners: Map<string, boolean>, last: string, settled: ReadonlySet<string>): void {
  const all = [...owners.keys()]
  for (const email of all.slice(all.indexOf(last) + 1)) if (!settled.has(email)) owners.delete(email)
}
