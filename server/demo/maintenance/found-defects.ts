import { checklistOf, type ServiceType } from '#contract/maintenance/maintenance-choices.ts'
import { offsetOf } from '#server/demo/company/calendar.ts'
import type { SeedDefect } from '#server/demo/company/defects.ts'
import type { Random } from '#server/demo/random.ts'
import { DEFERRALS, FINDINGS, LOOKS_AFTER, REPAIRS } from './defect-words.ts'
import { type Draft, draftOf, type FoundDefect, type Signed, type Subject, type Work } from './draft.ts'
import { OWN_YARD, priceOf, shopOf, type Trade } from './shops.ts'

/** The checklist of a walkaround: every part of the unit, each `ok` or `defect`. */
export function checklist(kind: 'truck' | 'trailer', defects: readonly SeedDefect[]): Draft['checklist'] {
  const faulty = new Set<string>(defects.map(({ defect_type }) => defect_type))
  return checklistOf(kind).map(({ value }) => ({ part: value, found: faulty.has(value) ? 'defect' : 'ok' }))
}

const isTrip = (service: ServiceType) => service === 'pre_trip' || service === 'post_trip'

/**
 * The service that finds a defect: mostly a driver's walkaround for a major one, a shop of the right trade for others.
 */
function foundBy(random: Random, { defect_type, urgency }: SeedDefect): ServiceType {
  const trades: Readonly<Record<string, ServiceType>> = { tires: 'tire_service', service_brakes: 'brake_service' }
  const trade = trades[defect_type] ?? 'repair'
  return random.weighted<ServiceType>(
    urgency === 'major'
      ? [
          ['pre_trip', 5],
          ['post_trip', 3],
          ['repair', 2],
        ]
      : [
          [trade, 5],
          ['post_trip', 3],
          ['pre_trip', 2],
        ],
  )
}

function workOf(random: Random, service: ServiceType, kind: 'truck' | 'trailer'): Work & { readonly mechanic: string } {
  const trade: Trade = service === 'tire_service' ? 'tires' : kind
  const { career, mechanic } = shopOf(random, trade)
  const isOwn = isTrip(service)
  return {
    career: isOwn ? OWN_YARD : career,
    mechanic,
    total_cost: isOwn ? 0 : priceOf(random, [0.5, 3], [15, 480]),
    note: random.pick(FINDINGS),
  }
}

/** Days until a defect is repaired (`repaired`) and until its repair is due (`due`). Graver defects have fewer days. */
type Days = readonly [least: number, most: number]
const PACE: Readonly<Record<SeedDefect['urgency'], { readonly repaired: Days; readonly due: Days }>> = {
  major: { repaired: [0, 2], due: [1, 3] },
  average: { repaired: [1, 9], due: [7, 21] },
  minor: { repaired: [2, 18], due: [20, 60] },
}

function settledOf(subject: Subject, defect: SeedDefect, found: number, mechanic: string): FoundDefect['settled'] {
  const { random, manager } = subject
  if (defect.state === 'open') return null
  const minute = random.whole(8 * 60, 16 * 60)
  if (defect.state === 'deferred') {
    const offset = Math.min(0, found + random.whole(0, 2))
    return { by: manager, offset, minute, note: random.pick(DEFERRALS) }
  }
  const offset = Math.min(0, found + random.whole(...PACE[defect.urgency].repaired))
  return { by: mechanic, offset, minute, note: random.pick(REPAIRS[defect.defect_type] ?? ['Repaired.']) }
}

function dueOf({ random, calendar }: Subject, defects: readonly SeedDefect[], found: number): string {
  const days = defects.map(({ state, urgency }) =>
    state === 'deferred' ? random.whole(45, 90) : random.whole(...PACE[urgency].due),
  )
  return calendar.date(found + Math.min(...days))
}

/**
 * The driver's review of a report whose defects are all settled (49 CFR 396.13), one or two days after the last was
 * settled. Null while a defect is open, for a unit without a driver, and in 30 % of the other cases.
 */
function reviewOf({ random, driver }: Subject, found: readonly FoundDefect[]): Signed | null {
  const settled = found.map((one) => one.settled)
  if (driver === null || settled.some((one) => one === null) || !random.chance(0.7)) return null
  const last = Math.max(...settled.map((one) => one?.offset ?? 0))
  return { by: driver, offset: Math.min(0, last + random.whole(1, 2)), minute: random.whole(5 * 60 + 30, 9 * 60) }
}

/**
 * The report on the defects found on one day. When all of them were repaired, a second report without defects or due
 * date follows on the day of the last repair.
 */
function reportsOf(subject: Subject, defects: readonly SeedDefect[], offset: number): Draft[] {
  const { random, unit } = subject
  const [first] = defects
  if (!first) return []
  const service = foundBy(random, first)
  const { mechanic, ...work } = workOf(random, service, unit.kind)
  const found = defects.map((defect) => ({ defect, settled: settledOf(subject, defect, offset, mechanic) }))
  const report = draftOf(subject, {
    ...work,
    service_type: service,
    offset,
    due_date: dueOf(subject, defects, offset),
    defects: found,
    checklist: isTrip(service) ? checklist(unit.kind, defects) : [],
    reviewed: reviewOf(subject, found),
  })
  if (!defects.every(({ state }) => state === 'repaired')) return [report]
  const done = Math.max(...found.map(({ settled }) => settled?.offset ?? offset))
  const after = draftOf(subject, {
    ...workOf(random, service, unit.kind),
    service_type: service,
    offset: done,
    note: isTrip(service) ? random.pick(LOOKS_AFTER) : (found[0]?.settled?.note ?? ''),
    checklist: isTrip(service) ? checklist(unit.kind, []) : [],
  })
  return [report, after]
}

/** The reports on the unit's defects, for each day on which defects were found. */
export function foundDefects(subject: Subject, defects: readonly SeedDefect[]): Draft[] {
  const days = [...new Set(defects.map((one) => one.found_on))]
  return days.flatMap((day) =>
    reportsOf(
      subject,
      defects.filter((one) => one.found_on === day),
      offsetOf(subject.calendar, day),
    ),
  )
}
