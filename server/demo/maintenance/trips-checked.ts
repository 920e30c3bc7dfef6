import type { Random } from '#server/demo/random.ts'
import { type Draft, draftOf, type Subject } from './draft.ts'
import { checklist } from './found-defects.ts'
import { OWN_YARD } from './shops.ts'

const NOTES = [
  ['', 12],
  ['Tire chains on board.', 1],
  ['Washed.', 1],
  ['Empty, swept out.', 1],
  ['Swapped at the yard, looked over before hooking up.', 2],
] as const

/** The checklist of a clean walkaround. A truck without a trailer has no coupling to check. */
function tapped(random: Random, kind: 'truck' | 'trailer'): Draft['checklist'] {
  const isBobtail = kind === 'truck' && random.chance(0.08)
  return checklist(kind, []).map(({ part, found }) => ({
    part,
    found: isBobtail && part === 'coupling_devices' ? 'not_applicable' : found,
  }))
}

/**
 * `count` walkarounds of the last 90 days without defects, of random units of `rolling`: with a driver, no open defect.
 */
export function* tripsChecked(random: Random, rolling: readonly Subject[], count: number): Generator<Draft> {
  for (let index = 0; rolling.length > 0 && index < count; index++) {
    const subject = random.pick(rolling)
    yield draftOf(subject, {
      service_type: random.chance(0.7) ? 'pre_trip' : 'post_trip',
      offset: -random.whole(0, random.chance(0.6) ? 12 : 90),
      career: OWN_YARD,
      total_cost: 0,
      note: random.weighted(NOTES),
      checklist: tapped(random, subject.unit.kind),
    })
  }
}
