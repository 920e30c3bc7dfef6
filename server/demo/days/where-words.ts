import { crowMiles, type Place } from '#server/demo/roads/great-circle.ts'
import type { Road, RoadPoint } from '#server/demo/roads/road-map.ts'

const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
/** That near one is in the town. */
const IN_TOWN_MILES = 1

/** `Joliet IL` as vendors write it: `Joliet, IL`. */
export const townWords = (name: string): string => name.replace(/,? ([A-Z]{2})$/, ', $1')

function compass(from: Place, to: Place): string {
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180)
  const turn = Math.atan2(east, to.latitude - from.latitude) / (2 * Math.PI)
  return COMPASS[Math.round(turn * 8 + 8) % 8] ?? 'N'
}

/** The town or junction of a road that is nearer after so many of its miles, counted along it. */
function townNear({ points }: Road, miles: number): RoadPoint | undefined {
  const next = points.findIndex(({ milesBefore }) => milesBefore >= miles)
  const [before, after] = next < 0 ? [points.at(-1), undefined] : [points[next - 1], points[next]]
  if (!before || !after) return before ?? after
  return miles - before.milesBefore < after.milesBefore - miles ? before : after
}

/** Where a place after so many miles of a road is, in a vendor’s words: `3.2 mi SW of Effingham, IL`. */
export function whereWords(road: Road, miles: number, place: Place): string {
  const town = townNear(road, miles)
  if (town === undefined) return ''
  const off = crowMiles(town, place)
  const name = townWords(town.name)
  return off <= IN_TOWN_MILES ? name : `${off.toFixed(1)} mi ${compass(town, place)} of ${name}`
}
