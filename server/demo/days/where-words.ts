import { crowMiles, type Place } from '#server/demo/roads/great-circle.ts'
import type { Road, RoadPoint } from '#server/demo/roads/road-map.ts'

const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
/** A place within this distance counts as in the town. */
const IN_TOWN_MILES = 1

/** Converts `Joliet IL` to the vendors’ spelling `Joliet, IL`. */
export const townWords = (name: string): string => name.replace(/,? ([A-Z]{2})$/, ', $1')

function compass(from: Place, to: Place): string {
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180)
  const turn = Math.atan2(east, to.latitude - from.latitude) / (2 * Math.PI)
  return COMPASS[Math.round(turn * 8 + 8) % 8] ?? 'N'
}

/** The town or junction nearest to a mile of a road, measured along the road. */
function townNear({ points }: Road, miles: number): RoadPoint | undefined {
  const next = points.findIndex(({ milesBefore }) => milesBefore >= miles)
  const [before, after] = next < 0 ? [points.at(-1), undefined] : [points[next - 1], points[next]]
  if (!before || !after) return before ?? after
  return miles - before.milesBefore < after.milesBefore - miles ? before : after
}

/** Describes `place`, which is `miles` along the road, as a vendor does: `3.2 mi SW of Effingham, IL`. */
export function whereWords(road: Road, miles: number, place: Place): string {
  const town = townNear(road, miles)
  if (town === undefined) return ''
  const off = crowMiles(town, place)
  const name = townWords(town.name)
  return off <= IN_TOWN_MILES ? name : `${off.toFixed(1)} mi ${compass(town, place)} of ${name}`
}
