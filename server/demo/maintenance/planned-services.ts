import { offsetOf } from '#server/demo/company/calendar.ts'
import type { Random } from '#server/demo/random.ts'
import { type Draft, draftOf, FIRST_REPORTED, type Subject, type Work } from './draft.ts'
import { priceOf, shopOf } from './shops.ts'

type Planned = 'pm_a' | 'pm_b' | 'pm_c' | 'oil_change'

/**
 * Days until each service is due again, as the fleet's shops write them down, and the share of trucks with a report of
 * it.
 */
const PLANS: Readonly<Record<Planned, { readonly days: readonly [number, number]; readonly share: number }>> = {
  pm_a: { days: [92, 118], share: 1 },
  oil_change: { days: [150, 185], share: 0.62 },
  pm_b: { days: [175, 190], share: 0.17 },
  pm_c: { days: [350, 370], share: 0.08 },
}
const TRAILER_DAYS = [150, 182] as const
const TRAILERS_WITH_PM = 0.33

const WORK: Readonly<
  Record<Planned, { readonly hours: readonly [number, number]; readonly parts: readonly [number, number] }>
> = {
  pm_a: { hours: [1, 2], parts: [20, 95] },
  pm_b: { hours: [2, 4], parts: [140, 390] },
  pm_c: { hours: [5, 9], parts: [420, 980] },
  oil_change: { hours: [1, 2], parts: [210, 330] },
}
const NOTES: Readonly<Record<Planned, readonly string[]>> = {
  pm_a: [
    'Greased, fluids topped off, belts and hoses looked over.',
    'Lube and inspect. Batteries load tested, all good.',
    'Lube and inspect. Coolant tested to -34 °F.',
    'Brake stroke measured all around, within limits.',
    'Lube, lights, leaks. Fifth wheel cleaned and greased.',
    '',
  ],
  pm_b: [
    'PM A plus fuel filters and air dryer cartridge.',
    'Fuel filters, cabin filter, slack adjusters checked, rear shocks dry.',
    'Fuel and air filters. DPF soot load 31 %.',
  ],
  pm_c: [
    'Full service: filters, transmission and axle oil, alignment checked.',
    'Full service. Valves set, both differentials drained and filled.',
    'Full service, alignment within spec. Water pump weeps slightly, watch it.',
  ],
  oil_change: [
    'Oil and filter, 42 qt 15W-40. Sample sent to the lab.',
    'Oil and filters. No metal on the plug.',
    'Oil, oil filter, fuel filters.',
    '10W-30 synthetic, filter, drain plug washer.',
    '',
  ],
}
const TRAILER_NOTES = [
  'Greased, brakes and lights checked, doors and hinges oiled.',
  'Slack adjusters in adjustment, tires gauged, floor swept and sound.',
  'Hub oil topped off, lights fine, landing gear greased.',
  'Mud flap bolts tightened, air lines clipped back up.',
  '',
]

function workOf(random: Random, service: Planned, kind: 'truck' | 'trailer'): Work {
  const { hours, parts } = WORK[service]
  return {
    career: shopOf(random, kind).career,
    total_cost: priceOf(random, hours, parts),
    note: random.pick(kind === 'trailer' ? TRAILER_NOTES : NOTES[service]),
  }
}

/** Miles until the oil change is due. Negative for 11 %, which are overdue. */
const milesLeft = (random: Random) =>
  random.weighted([
    [random.whole(4_000, 30_000), 70],
    [random.whole(200, 3_000), 19],
    [-random.whole(150, 3_800), 11],
  ])

/** The due mileage on the oil change sticker; 0 for a truck without a sticker. */
function dueMileage({ random, milesOn, unit }: Subject, offset: number): number {
  const remainingMiles = milesLeft(random)
  const odometer = milesOn(offset)
  if (odometer === null || random.chance(0.16)) return 0
  const due = Math.round((unit.miles_driven + remainingMiles) / 100) * 100
  // A sticker is never due within 5,000 miles of its own oil change.
  return due > odometer + 5_000 ? due : Math.round((odometer + 25_000) / 100) * 100
}

/**
 * The latest report of a service, done `days` before `due` but yesterday at the latest. An oil change also has a due
 * mileage. `isByDate`: whether the report has a due date.
 */
function lastOf(subject: Subject, service: Planned, due: number, days: number, isByDate = true): Draft {
  const { random, calendar, unit } = subject
  const offset = Math.min(-1, due - days)
  return draftOf(subject, {
    ...workOf(random, service, unit.kind),
    service_type: service,
    offset,
    due_date: isByDate ? calendar.date(due) : null,
    due_mileage: service === 'oil_change' ? dueMileage(subject, offset) : null,
  })
}

/**
 * The report of the same service before `last`, due about when `last` was done. None when it would be older than the
 * oldest reports.
 */
function earlierOf(subject: Subject, last: Draft, service: Planned, days: number): Draft[] {
  const { random, calendar, milesOn, unit } = subject
  const offset = last.offset - days
  if (offset < FIRST_REPORTED) return []
  const then = milesOn(last.offset)
  const stuck = then === null ? 0 : Math.round((then + random.whole(-900, 1_500)) / 100) * 100
  return [
    draftOf(subject, {
      ...workOf(random, service, unit.kind),
      service_type: service,
      offset,
      due_date: calendar.date(last.offset + random.whole(-4, 5)),
      due_mileage: service === 'oil_change' ? Math.max(0, stuck) : null,
    }),
  ]
}

const CARRIERS = [
  ['pm_a', 70],
  ['oil_change', 20],
  ['pm_b', 10],
] as const

function ofTruck(subject: Subject, due: number): Draft[] {
  const { random } = subject
  const carrier = random.weighted<Planned>(CARRIERS)
  return (Object.keys(PLANS) as Planned[]).flatMap((service) => {
    const { days, share } = PLANS[service]
    const own = { ...subject, random: random.branch(service) }
    const interval = own.random.whole(...days)
    const isCarrier = service === carrier
    if (!isCarrier && !own.random.chance(share)) return []
    // No service is due before the unit's next service date.
    const later = due + own.random.whole(1, service === 'pm_c' ? 200 : 25)
    const isByDate = isCarrier || service !== 'oil_change' || own.random.chance(0.5)
    const last = lastOf(own, service, isCarrier ? due : later, interval, isByDate)
    const isTold = own.random.chance(0.07)
    return isTold ? [...earlierOf(own, last, service, interval), last] : [last]
  })
}

/**
 * The reports of planned services. The earliest due date is the unit's next service date. Two trailers in three have
 * none.
 */
export function plannedServices(subject: Subject): Draft[] {
  const { random, calendar, unit } = subject
  const due = offsetOf(calendar, unit.next_service_date)
  if (unit.kind === 'truck') return ofTruck(subject, due)
  return random.chance(TRAILERS_WITH_PM) ? [lastOf(subject, 'pm_a', due, random.whole(...TRAILER_DAYS))] : []
}
