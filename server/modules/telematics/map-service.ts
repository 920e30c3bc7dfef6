import type { Mapped, TelematicsFeed } from '#contract/boards/telematics.ts'
import { type Access, can, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { forbidden } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { StoredAnswer } from '#server/http/call/stored-answer.ts'
import { findFeed, findMapState } from './feed-repository.ts'
import { findAssets, findDrivers, findPositions, findVehicles } from './map-repository.ts'

interface Kept {
  /** What it depends on, as it was before it was read. */
  readonly state: string
  /** By what was asked for. */
  readonly answers: Map<string, Promise<StoredAnswer>>
}

/** So many questions are kept answered: what open maps ask for is about the same. */
const MAX_KEPT = 50

/**
 * For what everybody with a map open asks for whenever something has moved: read and compressed once for all of them, until
 * something moves or a record changes.
 */
function untilItMoves(find: (sql: Sql, asked: string) => Promise<string>) {
  const known = new WeakMap<Sql, Kept>()
  return async (sql: Sql, asked = ''): Promise<StoredAnswer> => {
    const state = await findMapState(sql)
    const kept = known.get(sql)
    const answers = kept?.state === state ? kept.answers : new Map<string, Promise<StoredAnswer>>()
    known.set(sql, { state, answers })
    const before = answers.get(asked)
    if (before !== undefined) return before
    const answer = find(sql, asked).then((text) => new StoredAnswer(text))
    const [oldest] = answers.keys()
    if (answers.size >= MAX_KEPT && oldest !== undefined) answers.delete(oldest)
    answers.set(asked, answer)
    // The next one who asks tries again.
    answer.catch(() => answers.get(asked) === answer && answers.delete(asked))
    return answer
  }
}

const vehicles = untilItMoves(findVehicles)
const assets = untilItMoves(findAssets)
const drivers = untilItMoves(findDrivers)
const positionsOf = (of: Mapped) => untilItMoves((sql, since) => findPositions(sql, of, since || null))
const positions = {
  vehicles: positionsOf('vehicles'),
  assets: positionsOf('assets'),
  drivers: positionsOf('drivers'),
} satisfies Record<Mapped, unknown>

/** Who may view what each list tells of. */
const LISTS: Readonly<Record<Mapped, Access>> = {
  vehicles: view('trucks'),
  drivers: view('drivers'),
  assets: view('trailers'),
}

/** Each has nothing for who may not view what it tells of. */
export const getVehicles = async (sql: Sql, user: CurrentUser) =>
  can(user, LISTS.vehicles) ? vehicles(sql) : { vehicles: [] }
export const getAssets = async (sql: Sql, user: CurrentUser) => (can(user, LISTS.assets) ? assets(sql) : { assets: [] })
export const getDrivers = async (sql: Sql, user: CurrentUser) =>
  can(user, LISTS.drivers) ? drivers(sql) : { drivers: [] }

/** Where those of a list are who have moved since an instant; all, unless said. Throws 403 for who may not view the list. */
export function getPositions(sql: Sql, user: CurrentUser, of: Mapped, since?: string): Promise<StoredAnswer> {
  if (!can(user, LISTS[of])) throw forbidden()
  return positions[of](sql, since)
}

/** How positions come in, as JSON. */
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
