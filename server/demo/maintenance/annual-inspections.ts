import { inspectionValidUntil } from '#contract/maintenance/fleet-health.ts'
import { offsetOf } from '#server/demo/company/calendar.ts'
import { type Draft, draftOf, FIRST_REPORTED, type Subject } from './draft.ts'
import { priceOf, shopOf } from './shops.ts'

const NOTES = [
  'Passed. Decal on the left side of the frame.',
  'Passed on the first look. Report and decal in the glove box.',
  'Passed after two marker bulbs, done while it was in.',
  'Appendix A checked item by item, passed.',
  'Passed. Brakes at 60 % or better all around.',
  'Passed. Tires 9/32 or better.',
  '',
]
const TRAILER_NOTES = [
  'Passed. Decal on the nose, curb side.',
  'Passed. Underride guard straight, doors seal.',
  'Passed after one mud flap.',
  'Appendix A checked item by item, passed.',
  'Passed. Brakes at 50 % or better, tires 7/32 or better.',
  '',
]

function passed(subject: Subject, offset: number): Draft {
  const { random, calendar, unit } = subject
  const isTruck = unit.kind === 'truck'
  return draftOf(subject, {
    career: shopOf(random, unit.kind).career,
    total_cost: priceOf(random, isTruck ? [1, 1] : [0.5, 0.75], isTruck ? [8, 40] : [5, 25]),
    note: random.pick(isTruck ? NOTES : TRAILER_NOTES),
    service_type: 'annual_inspection',
    offset,
    due_date: inspectionValidUntil(calendar.date(offset)),
  })
}

/**
 * The unit's last annual inspection (49 CFR 396.17). In 30 % of the cases where the inspection before it is also within
 * the reported fourteen months, that one comes first.
 */
export function annualInspections(subject: Subject): Draft[] {
  const { random, calendar, unit } = subject
  const last = offsetOf(calendar, unit.inspection_passed_date)
  const before = last - random.whole(341, 364)
  const isTold = before >= FIRST_REPORTED && random.chance(0.3)
  return isTold ? [passed(subject, before), passed(subject, last)] : [passed(subject, last)]
}
