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
 * A driver as seen by the author of a change, stored with the change. Changes from earlier versions of the app have no
 * expenses, and no change is about them.
 */
export const seenDriver = z.object({
  ...driver.shape,
  expenses_and_income: z.optional(driver.shape.expenses_and_income),
})
export type SeenDriver = z.output<typeof seenDriver>

/** The list row of such a driver. */
export const rowOfSeen = (seen: SeenDriver): Driver => ({
  ...seen,
  expenses_and_income: seen.expenses_and_income ?? { fuel_expenses: 0 },
})

const isNamed = (value: unknown): value is DispatcherName =>
  typeof value === 'object' && value !== null && 'user' in value

/** A dispatcher's name. A conflict or the history may only have the id, which is looked up in `known`. */
export function dispatcherWords(value: unknown, known: readonly unknown[]): string {
  if (value === null || value === undefined) return 'None'
  const id = typeof value === 'object' && 'id' in value ? value.id : value
  const named = [value, ...known].find((one) => isNamed(one) && one.id === id)
  return isNamed(named) ? fullName(named.user) : `Dispatcher ${id}`
}

/** The fields that other commands change: status, units, photo. */
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

/** A driver with the fields of the details form: papers, pay, position, dispatcher. */
export const driverRecord = appRecord({
  kind: driverKind,
  seen: seenDriver,
  title: ({ user }: SeenDriver) => fullName(user),
  listed: rowOfSeen,
  fields: {
    position: {
      title: DRIVER_TITLES.position,
      form: z.string(),
      value: position,
      as: { is: 'choice', of: POSITIONS },
      words: positionTitle,
    },
    /** Includes the name, which is shown before the server has responded. */
    dispatcher: {
      title: 'Dispatcher',
      form: z.nullable(dispatcherName),
      none: null,
      value: z.nullable(dispatcherName),
      // The choices: working dispatchers and the driver's current one.
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
      toChange: (value) => String(value).replace(',', '.') || null,
      // Any text: the form and the server check it by rules that may become stricter while a change waits.
      value: z.nullable(z.string()),
      as: { is: 'text' },
      // The history shows no unit (CPM or %), because the position at that time may have been another.
      words: valueWords,
      wordsIn: (value, { was, to }) => {
        const isFormer = value === was.extra_info.rate && value !== to.rate
        const paidAs = isFormer ? was.position : ((to.position as Driver['position'] | undefined) ?? was.position)
        return rateWords(typeof value === 'string' ? value.replace(',', '.') : null, paidAs)
      },
      typed: (value) => typedText(value) || null,
    },
  } satisfies FieldsOf<SeenDriver, DriverChange, OfOtherCommands>,
})
/** The changed fields of a change of details. */
export type DetailsPatch = PatchOf<typeof driverRecord.fields>
export type ChangeOfDetails = RecordChange<SeenDriver, DetailsPatch>
