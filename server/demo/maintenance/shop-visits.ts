import type { ServiceType } from '#contract/maintenance/maintenance-choices.ts'
import type { Random } from '#server/demo/random.ts'
import { type Draft, draftOf, type Subject } from './draft.ts'
import { shopOf, type Trade } from './shops.ts'

/** A job: its note, and its least and highest cost in dollars. */
type Job = readonly [words: string, least: number, most: number]

/**
 * A service for which units visit a shop now and then. `trade`: the shop's trade; null for a shop of the unit's kind.
 */
interface Visit {
  readonly service: ServiceType
  /** The share of trucks and of trailers that had this service in the reported fourteen months. */
  readonly share: { readonly truck: number; readonly trailer: number }
  readonly trade: Trade | null
  readonly jobs: { readonly truck: readonly Job[]; readonly trailer: readonly Job[] }
}

const VISITS: readonly Visit[] = [
  {
    service: 'tire_service',
    share: { truck: 0.13, trailer: 0.08 },
    trade: 'tires',
    jobs: {
      truck: [
        ['Two steers, 11R22.5, balanced.', 980, 1_320],
        ['Four drives replaced, recaps. Old casings kept.', 1_180, 1_640],
        ['Road call: outside drive blown on I-80, one recap mounted.', 560, 890],
        ['Rotated drives, pressures set to 100 psi.', 95, 160],
      ],
      trailer: [
        ['Two recaps on the rear axle.', 520, 690],
        ['Flat spotted tire replaced.', 310, 430],
        ['Plug and patch, nail in the tread.', 45, 80],
      ],
    },
  },
  {
    service: 'brake_service',
    share: { truck: 0.1, trailer: 0.06 },
    trade: null,
    jobs: {
      truck: [
        ['Drive axle shoes and drums.', 1_150, 1_780],
        ['Steer axle shoes, both sides. Slacks greased.', 640, 910],
        ['Air dryer rebuilt, governor replaced.', 420, 680],
      ],
      trailer: [
        ['Shoes and drums, rear axle.', 780, 1_150],
        ['Two chambers and the gladhand seals.', 260, 390],
        ['ABS sensor and tone ring cleaned, light off.', 120, 240],
      ],
    },
  },
  {
    service: 'repair',
    share: { truck: 0.1, trailer: 0.05 },
    trade: null,
    jobs: {
      truck: [
        ['Batteries, all four.', 780, 1_020],
        ['Alternator replaced, belt too.', 620, 980],
        ['Coolant hose at the EGR cooler.', 290, 520],
        ['DEF doser valve replaced, regen done, code cleared.', 890, 1_480],
        ['APU belt and filter.', 160, 280],
        ['Front shocks and cab air bags.', 540, 860],
        ['Turbo actuator replaced and calibrated.', 2_100, 3_400],
      ],
      trailer: [
        ['Door hinge and seal, curb side.', 240, 410],
        ['Landing gear crank and leg.', 480, 820],
        ['Roof patch, two feet, sealed.', 180, 340],
        ['Two floor boards and a crossmember.', 620, 1_150],
      ],
    },
  },
  {
    service: 'other',
    share: { truck: 0.05, trailer: 0.03 },
    trade: null,
    jobs: {
      truck: [
        ['Roadside inspection, Level II, no violations.', 0, 0],
        ['Windshield chip filled.', 60, 95],
        ['Dash camera moved, wiring clipped.', 45, 110],
      ],
      trailer: [
        ['Washout.', 40, 65],
        ['New gateway mounted and paired.', 95, 180],
        ['Conspicuity tape redone on both sides.', 110, 190],
      ],
    },
  },
]

const REEFERS_SERVICED = 0.55
const REEFER_JOBS: readonly Job[] = [
  ['Oil, filters, belts. Runs at setpoint after 20 minutes.', 420, 640],
  ['Pretrip passed, coils washed, door seals fine.', 180, 290],
  ['Compressor belt and fuel filter.', 260, 390],
  ['Low on R-452A, leak at the service valve sealed, recharged.', 690, 1_180],
  ['Glow plugs, one bad. Starts on its own again.', 310, 460],
]

function workOf(random: Random, jobs: readonly Job[], trade: Trade) {
  const [note, least, most] = random.pick(jobs)
  return { career: shopOf(random, trade).career, total_cost: random.whole(least * 100, most * 100) / 100, note }
}

function visitOf(subject: Subject, { service, share, trade, jobs }: Visit): Draft[] {
  const { random, unit } = subject
  if (!random.chance(share[unit.kind])) return []
  const offset = -random.whole(3, 400)
  return [draftOf(subject, { service_type: service, offset, ...workOf(random, jobs[unit.kind], trade ?? unit.kind) })]
}

/** The service of a reefer's cooling unit, which has its own shops and its own interval. */
function reeferVisit(subject: Subject): Draft[] {
  const { random, calendar, unit } = subject
  if (unit.type !== 'reefer' || !random.chance(REEFERS_SERVICED)) return []
  const due = random.weighted([
    [random.whole(8, 150), 80],
    [random.whole(0, 6), 12],
    [-random.whole(1, 14), 8],
  ])
  return [
    draftOf(subject, {
      service_type: 'reefer_service',
      offset: Math.min(-2, due - random.whole(165, 185)),
      due_date: calendar.date(due),
      ...workOf(random, REEFER_JOBS, 'reefer'),
    }),
  ]
}

/** The other services of a unit, without a reported defect. */
export function shopVisits(subject: Subject): Draft[] {
  const part = (name: string) => ({ ...subject, random: subject.random.branch(name) })
  return [...VISITS.flatMap((visit) => visitOf(part(visit.service), visit)), ...reeferVisit(part('reefer'))]
}
