import type { SecurityKind } from '#contract/session/security.ts'
import { siteOf } from '#server/base/network-of.ts'
import type { Sql } from '#server/db/db.ts'
import { bucketOf } from '#server/throttle/throttle.ts'
import { addHit, countRefusal, removeHit } from '#server/throttle/throttle-repository.ts'

/** Prefix of the buckets that count refusals. */
export const LISTED = 'listed'
const HOUR_MS = 60 * 60_000

/** Refusals that callers who are not signed in can cause: any number, from as many networks as they have. */
const REFUSALS: ReadonlySet<SecurityKind> = new Set(['sign_in_refused', 'sign_in_throttled', 'throttled'])

/** A refused request. `subject`: the account that it concerns, or null. */
export interface Refusal {
  readonly kind: SecurityKind
  readonly actor: number | null
  readonly subject: number | null
  readonly network: string
  readonly at: Date
}

/** Whether the number of listed events of this kind is limited: refusals of callers who are not signed in. */
export const isLimited = ({ kind, actor }: Pick<Refusal, 'kind' | 'actor'>) => actor === null && REFUSALS.has(kind)

interface Scope {
  readonly limit: string
  readonly about: string | number
  /** How many refusals of one kind are listed per hour. */
  readonly most: number
}

/**
 * The limits for a refusal, widest first. Refusals of existing accounts are nearly all listed: guessing at them is
 * throttled, and a flood of invented accounts does not use up their limits.
 */
function scopesOf({ subject, network }: Refusal): readonly Scope[] {
  if (subject !== null)
    return [
      { limit: 'all accounts', about: '', most: 1_000 },
      { limit: 'one account', about: subject, most: 40 },
    ]
  const site = siteOf(network)
  return [
    { limit: 'all networks', about: '', most: 300 },
    ...(site === null ? [] : [{ limit: 'one /48', about: site, most: 60 }]),
    { limit: 'one network', about: network, most: 20 },
  ]
}

/**
 * Checks whether a refusal is listed: returns null if so. Otherwise returns the limit that is reached, and whether this
 * is the first refusal that is only counted, which the log must mention. That mention counts toward the wider limits,
 * which thus bound the mentions too.
 */
export async function findReachedLimit(
  sql: Sql,
  refusal: Refusal,
): Promise<{ limit: string; isFirst: boolean } | null> {
  const { kind, at } = refusal
  const since = new Date(at.getTime() - HOUR_MS)
  const counted: string[] = []
  for (const { limit, about, most } of scopesOf(refusal)) {
    const bucket = bucketOf(`${LISTED} ${kind}`, limit, about)
    if (await addHit(sql, bucket, { now: at, since, most })) {
      counted.push(bucket)
      continue
    }
    const isFirst = (await countRefusal(sql, bucket, at)) === 1
    if (!isFirst) for (const wider of counted) await removeHit(sql, wider, at)
    return { limit, isFirst }
  }
  return null
}
