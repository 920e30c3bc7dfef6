import * as z from 'zod/mini'
import { dutyStatus, dutyStatusOf } from '#contract/people/driver-choices.ts'
import { edit } from '#contract/wire/access.ts'
import { isoDate, serverId } from '#contract/wire/record.ts'
import { dayWords } from '#src/format/calendar.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { seenDay } from './seen-day.ts'

const dayInput = z.object({
  driver: z.object({ id: serverId, name: z.string() }),
  date: isoDate,
  /** The days that were on screen, in order. */
  dates: z.array(isoDate).check(z.minLength(1)),
  /** Those of them that held something, as they were when the typing began: what the change starts from. */
  seen: z.array(seenDay),
  values: z.object({ status: z.nullable(dutyStatus), description: z.string(), reach: z.string() }),
})
export type DayInput = z.output<typeof dayInput>
export type DayValues = DayInput['values']

/** What is typed about a day and not saved. It holds all that its editor needs, wherever the person is by then. */
export const dayDraft: DraftKind<DayInput> = {
  name: 'schedule.day',
  version: 1,
  access: edit('schedule'),
  schema: dayInput,
  words: ({ driver, date, values: { status, description } }) => ({
    record: `${driver.name}, ${dayWords(date)}`,
    text: [...(status === null ? [] : [dutyStatusOf(status).title]), description].filter(Boolean).join(' · '),
  }),
}
