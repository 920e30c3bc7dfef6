import type { Random } from '#server/demo/random.ts'
import type { Calendar } from './calendar.ts'
import type { SeedUnit } from './units.ts'

/** A row of `defects`. */
export interface SeedDefect {
  readonly id: number
  readonly unit_id: string
  readonly defect_type: string
  readonly urgency: 'major' | 'average' | 'minor'
  readonly description: string
  readonly state: 'open' | 'repaired' | 'deferred'
  readonly found_on: string
}

/** Parts that 49 CFR 396.11 names, each with a defect that keeps a unit in the yard and a defect that can wait. */
const ON_ALL = [
  ['service_brakes', 'Air leak at the left rear chamber', 'Slack adjuster close to the limit'],
  ['tires', 'Outer drive tire flat, cords showing', 'Tread at 4/32 on the right outside'],
  ['lighting_devices', 'No brake lights', 'Right side marker out'],
  ['wheels_and_rims', 'Lug nut missing, rust streaks from two more', 'Hub oil low on the left side'],
  ['coupling_devices', 'Jaws do not lock all the way', 'Needs grease'],
] as const
const ON_TRUCKS = [
  ['steering_mechanism', 'Play in the wheel above the limit', 'Tie rod boot torn'],
  ['horn', 'Air horn dead', 'City horn weak'],
  ['windshield_wipers', 'Left wiper does not move', 'Blades streak'],
  ['rear_vision_mirrors', 'Left mirror broken off', 'Heater of the right mirror out'],
  ['emergency_equipment', 'No fire extinguisher', 'One triangle missing'],
] as const

/**
 * The probability of an open major defect. About one unit in fifty has one, and most of those units are in the shop.
 */
const majorOdds = (unit: SeedUnit) => (unit.status === 'on_service' ? 0.18 : 0.008)

/** The defects found on the units, each with its state: open, repaired or deferred. */
export function* defectsOf(random: Random, units: readonly SeedUnit[], calendar: Calendar): Generator<SeedDefect> {
  let id = 0
  for (const unit of units) {
    const own = random.branch(unit.id)
    const found = (urgency: SeedDefect['urgency'], state: SeedDefect['state'], daysAgo: number): SeedDefect => {
      const [defect_type, grave, slight] = own.pick(unit.kind === 'truck' ? [...ON_ALL, ...ON_TRUCKS] : ON_ALL)
      id++
      const description = urgency === 'major' ? grave : slight
      return { id, unit_id: unit.id, defect_type, urgency, description, state, found_on: calendar.date(-daysAgo) }
    }
    if (own.chance(majorOdds(unit))) yield found('major', 'open', own.whole(0, 6))
    if (own.chance(0.05)) yield found('average', 'open', own.whole(1, 20))
    if (own.chance(0.12)) yield found('minor', own.chance(0.3) ? 'deferred' : 'open', own.whole(1, 40))
    if (own.chance(0.15)) yield found(own.pick(['major', 'average', 'minor']), 'repaired', own.whole(20, 180))
  }
}
