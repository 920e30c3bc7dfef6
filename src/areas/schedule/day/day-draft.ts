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
  /** The planned days among them when the user began to type: the base of the change. */
  seen: z.array(seenDay),
  values: z.object({ status: z.nullable(dutyStatus), description: z.string(), reach: z.string() }),
})
export type DayInput = z.output<typeof dayInput>
export type DayValues = DayInput['values']

/** The draft of a day's changes. It contains everything that its editor needs, on whatever page the user continues. */
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
