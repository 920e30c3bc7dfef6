import { expect, test } from 'vitest'
import type { ScheduleDay, ScheduleRow } from '#contract/boards/schedule.ts'
import { changedMeanwhile } from '#src/areas/schedule/day/changed-meanwhile.ts'
import { withWaitingDays } from '#src/areas/schedule/schedule-overlay.ts'
import { spanOf } from '#src/areas/schedule/schedule-span.ts'
import { aDay, anOutbox, aScheduleRow, editOf } from '#tests/src/areas/schedule/schedule-builders.ts'

const maria = { id: 12, name: 'Maria Lopez' }
const seen = aDay({ description: 'Toledo', version: 2 })
const WHAT_NOW = 'Where you change the same, you may be asked.'

const dayOf = (row: ScheduleRow): ScheduleDay | null => row.drivers[0]?.days[0] ?? null
const onScreen = (outbox: ReturnType<typeof anOutbox>, ...days: readonly ScheduleDay[]) =>
  dayOf(withWaitingDays(aScheduleRow(maria, days), outbox.fold(), spanOf(seen.date)))

test('what a colleague saved on the day being edited is described in words', () => {
  const now = { ...seen, status: 'on_vacation' as const, description: 'Sick', version: 3 }
  expect(changedMeanwhile(seen, now)).toBe(`Changed meanwhile: Vacation, “Sick”. ${WHAT_NOW}`)
  expect(changedMeanwhile(seen, { ...seen, description: '', version: 3 })).toBe(
    `Changed meanwhile: On The Road, no description. ${WHAT_NOW}`,
  )
})

test('a day that a colleague planned where nothing was planned is reported', () => {
  expect(changedMeanwhile(null, aDay())).toBe(`Planned meanwhile: On The Road. ${WHAT_NOW}`)
})

test('a day that is unchanged, or has the same content in a new version, is not reported', () => {
  expect(changedMeanwhile(seen, seen)).toBeNull()
  expect(changedMeanwhile(seen, { ...seen, version: 3 })).toBeNull()
  expect(changedMeanwhile(null, null)).toBeNull()
})

test('a day that a colleague cleared is reported', () => {
  expect(changedMeanwhile(seen, null)).toBe(`Cleared meanwhile: nothing is planned any more. ${WHAT_NOW}`)
})

test('the user’s own waiting change is not reported as a colleague’s, before or after it is sent', () => {
  const outbox = anOutbox()
  outbox.save(editOf(maria, seen.date, seen, { status: 'on_vacation', description: 'Toledo' }))
  const waiting = onScreen(outbox, seen)
  expect(waiting).toMatchObject({ status: 'on_vacation', version: 2 })
  expect(changedMeanwhile(seen, waiting)).toBeNull()
  expect(changedMeanwhile(waiting, { ...seen, status: 'on_vacation', version: 3 })).toBeNull()
})

test('the user’s own waiting new day is not reported as a colleague’s, before or after it is sent', () => {
  const outbox = anOutbox()
  outbox.save(editOf(maria, seen.date, null, { status: 'on_vacation', description: '' }))
  const waiting = onScreen(outbox)
  expect(changedMeanwhile(null, waiting)).toBeNull()
  expect(changedMeanwhile(waiting, aDay({ status: 'on_vacation' }))).toBeNull()
})

test('a colleague’s change is reported even under the user’s own waiting change', () => {
  const outbox = anOutbox()
  outbox.save(editOf(maria, seen.date, seen, { status: 'on_vacation', description: 'Toledo' }))
  const now = onScreen(outbox, { ...seen, description: 'Sick', version: 3 })
  expect(changedMeanwhile(onScreen(outbox, seen), now)).toBe(`Changed meanwhile: Vacation, “Sick”. ${WHAT_NOW}`)
})
