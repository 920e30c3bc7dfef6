import type { FoundRow, Sought } from './here-repository.ts'
import { SOURCE } from './row-repository.ts'

type Keyed = Pick<Sought, 'date' | 'amount' | 'gallons' | 'unit_id' | 'driver_id'>

const ANY_TIME = '*'
const NO_TIME = ''
const minuteOf = (clock: string | null) => clock?.slice(0, 5) ?? NO_TIME

/** By what a row may be found among rows of one day, amount and quantity. */
function keysOf({ date, amount, gallons, unit_id, driver_id }: Keyed, called: readonly string[]): readonly string[] {
  const value = `${date} ${amount} ${gallons ?? ''}`
  return [
    ...(unit_id === null ? [] : [`unit ${unit_id} ${value}`]),
    ...(driver_id === null ? [] : [`driver ${driver_id} ${value}`]),
    ...called.map((vehicle) => `called ${vehicle} ${value}`),
  ]
}

const ownKey = (key: string) => `key ${key}`
const byMeaning = (meaning: number) => `meaning ${meaning}`

/**
 * Finds rows of the books that may be a row of a report among those that were read for many: by its unit or driver, its
 * meaning, what it calls its vehicle, its key. One whose clock says another minute is none, but for a key. One that is found
 * in two ways is told twice.
 */
export function hereIndex(found: readonly FoundRow[]): (sought: Sought) => Iterable<FoundRow> {
  const places = new Map<string, FoundRow[]>()
  const put = (key: string, row: FoundRow) => {
    const place = places.get(key)
    if (place) place.push(row)
    else places.set(key, [row])
  }
  for (const row of new Map(found.map((one) => [one.id, one])).values()) {
    const isNobodys = row.unit_id === null && row.driver_id === null
    const keys = keysOf(row, [row.called])
    for (const key of isNobodys && row.meaning !== null ? [...keys, byMeaning(row.meaning)] : keys) {
      put(`${key} ${minuteOf(row.clock)}`, row)
      put(`${key} ${ANY_TIME}`, row)
    }
    if (row.source === SOURCE) put(ownKey(row.source_key), row)
  }
  return function* of(sought) {
    const { own_key, former_key } = sought
    for (const key of [own_key, former_key]) if (key !== null) yield* places.get(ownKey(key)) ?? []
    const times = sought.clock === NO_TIME ? [ANY_TIME] : [minuteOf(sought.clock), NO_TIME]
    // What means the same is likelier than what is of the same truck and day.
    for (const key of [byMeaning(sought.meaning), ...keysOf(sought, sought.vehicles)])
      for (const time of times) yield* places.get(`${key} ${time}`) ?? []
  }
}
