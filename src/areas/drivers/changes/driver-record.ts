import * as z from 'zod/mini'
import { type DispatcherName, dispatcherName } from '#contract/people/dispatchers.ts'
import type { DriverChange } from '#contract/people/driver-changes.ts'
import { DRIVER_TITLES, type Driver, driver, driverKind, POSITIONS, position } from '#contract/people/drivers.ts'
import { fullName } from '#contract/wire/people.ts'
import { valueWords } from '#src/format/value-words.ts'
import { appRecord } from '#src/record/app-record.ts'
import { dayField, typedText } from '#src/record/field-kinds.ts'
import type { FieldsOf, PatchOf, RecordChange } from '#src/record/field-list.ts'
import { positionTitle, rateWords } from '../driver-rate.ts'

/**
 * A driver as the person saw him when making a change, as it is kept with the change. What earlier versions of the app kept
 * has no expenses, and no change is about them.
 */
export const seenDriver = z.object({
  ...driver.shape,
  expenses_and_income: z.optional(driver.shape.expenses_and_income),
})
export type SeenDriver = z.output<typeof seenDriver>

/** The row that lists show of such a driver. */
export const rowOfSeen = (seen: SeenDriver): Driver => ({
  ...seen,
  expenses_and_income: seen.expenses_and_income ?? { fuel_expenses: 0 },
})

const isNamed = (value: unknown): value is DispatcherName =>
  typeof value === 'object' && value !== null && 'user' in value

/** A dispatcher's name. Where a conflict or the history has the id alone, it may be one of the `known`. */
export function dispatcherWords(value: unknown, known: readonly unknown[]): string {
  if (value === null || value === undefined) return 'None'
  const id = typeof value === 'object' && 'id' in value ? value.id : value
  const named = [value, ...known].find((one) => isNamed(one) && one.id === id)
  return isNamed(named) ? fullName(named.user) : `Dispatcher ${id}`
}

/** What the status, the units and the photo are changed by. */
type OfOtherCommands =
  | 'status'
  | 'status_date_from'
  | 'status_date_to'
  | 'photo'
  | 'truck_id'
  | 'trailer_id'
  | 'taken_from'
  | 'truck_was'
  | 'trailer_was'
  | 'units_date_from'

/** A driver, and what his details form changes: papers, pay, position, dispatcher. */
export const driverRecord = appRecord({
  kind: driverKind,
  seen: seenDriver,
  title: ({ user }: SeenDriver) => fullName(user),
  listed: rowOfSeen,
  refreshes: [['drivers'], ['schedule'], ['attention'], ['dashboard', 'company']],
  fields: {
    position: {
      title: DRIVER_TITLES.position,
      form: z.string(),
      value: position,
      as: { is: 'choice', of: POSITIONS },
      words: positionTitle,
    },
    /** With the name, which is shown before the server has answered. */
    dispatcher: {
      title: 'Dispatcher',
      form: z.nullable(dispatcherName),
      none: null,
      value: z.nullable(dispatcherName),
      // Who may be picked: who works, and who leads the driver now.
      as: (was) => ({
        is: 'pick',
        choices: async () =>
          (await import('#src/lookups/dispatcher-choices.ts')).dispatcherChoices(was?.dispatcher?.id ?? null),
      }),
      words: (value) => dispatcherWords(value, []),
      wordsIn: (value, { was, to }) => dispatcherWords(value, [was.dispatcher, to.dispatcher]),
    },
    med_expire: { ...dayField('Medical card expires'), within: 'extra_info' },
    CDL_expire: { ...dayField('CDL expires'), within: 'extra_info' },
    rate: {
      title: 'Rate',
      within: 'extra_info',
      form: z.string(),
      toChange: (held) => String(held).replace(',', '.') || null,
      // As it was typed: the form and the server have rules for it, which what waits must outlive.
      value: z.nullable(z.string()),
      as: { is: 'text' },
      // The history has no unit for it: the position of then may be another.
      words: valueWords,
      wordsIn: (value, { was, to }) => {
        const isFormer = value === was.extra_info.rate && value !== to.rate
        const paidAs = isFormer ? was.position : ((to.position as Driver['position'] | undefined) ?? was.position)
        return rateWords(typeof value === 'string' ? value.replace(',', '.') : null, paidAs)
      },
      typed: (held) => typedText(held) || null,
    },
  } satisfies FieldsOf<SeenDriver, DriverChange, OfOtherCommands>,
})
/** What a change of details says. */
export type DetailsPatch = PatchOf<typeof driverRecord.fields>
export type ChangeOfDetails = RecordChange<SeenDriver, DetailsPatch>
