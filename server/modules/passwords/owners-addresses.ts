import { asciiLower } from '#contract/text/search.ts'

/** An address in use for this long is the owner's: a theft of the account would have been noticed by then. */
const OWNED_MS = 30 * 86_400_000
/** An address in use for this long stays the owner's, whatever address another user restores. */
const SETTLED_MS = 180 * 86_400_000

/** The history of an account's e-mail addresses. */
export interface AddressLog {
  /** Null for an account older than the history. */
  readonly madeAt: Date | null
  /** First sign-in to the account; null if there was none. */
  readonly signedInAt: Date | null
  /** Oldest first. `isOwn`: made in the account's own session, by the owner or by a thief. */
  readonly changes: readonly {
    readonly from: string
    readonly to: string
    readonly at: Date
    readonly isOwn: boolean
  }[]
}

/**
 * The former addresses that belong to the account's owner, folded, oldest first. The value: whether another user last
 * replaced the address. The first address is the owner's once the account was signed in to. A later address is the
 * owner's after 30 days, no matter who set it, because a thief can set one in a session of the owner. When another user
 * or a link restores an address of the owner, the addresses in between are no longer the owner's. Addresses in use for
 * half a year are the exception: otherwise a thief could restore an old address whose domain is for sale.
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

/** Deletes the addresses after `last`, except settled ones. A map keeps the insertion order of its keys. */
function forgetAfter(owners: Map<string, boolean>, last: string, settled: ReadonlySet<string>): void {
  const all = [...owners.keys()]
  for (const email of all.slice(all.indexOf(last) + 1)) if (!settled.has(email)) owners.delete(email)
}
