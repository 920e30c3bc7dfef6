import type { SecurityKind } from '#contract/session/security.ts'
import { siteOf } from '#server/base/network-of.ts'
import type { Sql } from '#server/db/db.ts'
import { bucketOf } from '#server/throttle/throttle.ts'
import { addHit, countMore, removeHit } from '#server/throttle/throttle-repository.ts'

/** What the buckets that count them begin with. */
export const LISTED = 'listed'
const HOUR_MS = 60 * 60_000

/** What who is not signed in is refused: as much as they like, from as many networks as they have. */
const REFUSALS: ReadonlySet<SecurityKind> = new Set(['sign_in_refused', 'sign_in_throttled', 'throttled'])

/** A refusal that a stranger brought about, and of whose account it is, if of any. */
export interface Refusal {
  readonly kind: SecurityKind
  readonly actor: number | null
  readonly subject: number | null
  readonly network: string
  readonly at: Date
}

/** Whether as many of them are listed as there is room for. */
export const isBounded = ({ kind, actor }: Pick<Refusal, 'kind' | 'actor'>) => actor === null && REFUSALS.has(kind)

interface Scope {
  readonly limit: string
  readonly about: string | number
  /** So many of a kind are listed in an hour. */
  readonly most: number
}

/**
 * The wider one first. Of an account that there is nearly all are listed: how fast it may be guessed at is limited, and no
 * flood of made-up ones takes their room.
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
 * Whether a refusal is listed: null when it is; else the limit that is reached, and whether it is the first one that is only
 * counted, so that this is to be said. That takes room in what is wider, which so bounds it as well.
 */
export async function unlisted(sql: Sql, refusal: Refusal): Promise<{ limit: string; isFirst: boolean } | null> {
  const { kind, at } = refusal
  const since = new Date(at.getTime() - HOUR_MS)
  const taken: string[] = []
  for (const { limit, about, most } of scopesOf(refusal)) {
    const bucket = bucketOf(`${LISTED} ${kind}`, limit, about)
    if (await addHit(sql, bucket, { now: at, since, most })) {
      taken.push(bucket)
      continue
    }
    const isFirst = (await countMore(sql, bucket, at)) === 1
    if (!isFirst) for (const wider of taken) await removeHit(sql, wider, at)
    return { limit, isFirst }
  }
  return null
}
