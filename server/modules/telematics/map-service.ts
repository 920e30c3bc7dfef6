import type { MapList, TelematicsFeed } from '#contract/boards/telematics.ts'
import { type Access, can, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { forbidden } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { CompressedAnswer } from '#server/http/call/compressed-answer.ts'
import { findFeed, findMapState } from './feed-repository.ts'
import { findAssets, findDrivers, findPositions, findVehicles } from './map-repository.ts'

interface CachedResponses {
  /** The map state (`findMapState`), read before the responses. */
  readonly state: string
  /** Responses by request parameter. */
  readonly answers: Map<string, Promise<CompressedAnswer>>
}

/** Maximum number of cached responses. Open maps send nearly the same requests. */
const MAX_CACHED = 50

/**
 * Caches responses that every open map requests after each move. A response is read and compressed once for all maps,
 * and is valid until something moves or a record changes.
 */
function cacheUntilMove(find: (sql: Sql, since: string) => Promise<string>) {
  const cache = new WeakMap<Sql, CachedResponses>()
  return async (sql: Sql, since = ''): Promise<CompressedAnswer> => {
    const state = await findMapState(sql)
    const cached = cache.get(sql)
    const answers = cached?.state === state ? cached.answers : new Map<string, Promise<CompressedAnswer>>()
    cache.set(sql, { state, answers })
    const before = answers.get(since)
    if (before !== undefined) return before
    const answer = find(sql, since).then((text) => new CompressedAnswer(text))
    const [oldest] = answers.keys()
    if (answers.size >= MAX_CACHED && oldest !== undefined) answers.delete(oldest)
    answers.set(since, answer)
    // A failed response is removed, so that the next request tries again.
    answer.catch(() => answers.get(since) === answer && answers.delete(since))
    return answer
  }
}

const vehicles = cacheUntilMove(findVehicles)
const assets = cacheUntilMove(findAssets)
const drivers = cacheUntilMove(findDrivers)
const positionsOf = (of: MapList) => cacheUntilMove((sql, since) => findPositions(sql, of, since || null))
const positions = {
  vehicles: positionsOf('vehicles'),
  assets: positionsOf('assets'),
  drivers: positionsOf('drivers'),
} satisfies Record<MapList, unknown>

/** Required access for each list. */
const LISTS: Readonly<Record<MapList, Access>> = {
  vehicles: view('trucks'),
  drivers: view('drivers'),
  assets: view('trailers'),
}

/** The full lists. Each is empty for users who may not view it. */
export const getVehicles = async (sql: Sql, user: CurrentUser) =>
  can(user, LISTS.vehicles) ? vehicles(sql) : { vehicles: [] }
export const getAssets = async (sql: Sql, user: CurrentUser) => (can(user, LISTS.assets) ? assets(sql) : { assets: [] })
export const getDrivers = async (sql: Sql, user: CurrentUser) =>
  can(user, LISTS.drivers) ? drivers(sql) : { drivers: [] }

/**
 * Positions of a list that have changed since an instant; all positions by default. Throws 403 if the user may not view
 * the list.
 */
export function getPositions(sql: Sql, user: CurrentUser, of: MapList, since?: string): Promise<CompressedAnswer> {
  if (!can(user, LISTS[of])) throw forbidden()
  return positions[of](sql, since)
}

/** State of the positions feed as JSON. All fields are null before the first vendor is set up. */
export async function getFeed(sql: Sql, now: Date): Promise<string> {
  const none: TelematicsFeed = {
    vendor: null,
    tried_at: null,
    succeeded_at: null,
    failure: null,
    as_of: now.toISOString(),
  }
  return (await findFeed(sql)) ?? JSON.stringify(none)
}
