import * as z from 'zod/mini'
import { type Driver, driver, driverKind } from '#contract/drivers.ts'
import { type RecordKey, recordKey } from '#src/offline/command.ts'

/**
 * A driver as the person saw him when making a change, as it is kept with the change. What earlier versions of the app kept
 * knows nothing of expenses, and no change is about them.
 */
export const seenDriver = z.object({
  ...driver.shape,
  expenses_and_income: z.optional(driver.shape.expenses_and_income),
})
export type SeenDriver = z.output<typeof seenDriver>

const NOTHING_KNOWN: Driver['expenses_and_income'] = { fuel_expenses: 0 }

/** The row that lists show of such a driver. */
export function rowOfSeen(seen: SeenDriver): Driver {
  return { ...seen, expenses_and_income: seen.expenses_and_income ?? NOTHING_KNOWN }
}

export function driverKey({ id }: { readonly id: number }): RecordKey {
  return recordKey(driverKind, `${id}`)
}

/** The version that an answer gives a driver, for the changes that come after. */
export function versionOfReply(reply: unknown): readonly { readonly key: RecordKey; readonly version: number }[] {
  const now = driver.safeParse(reply)
  return now.success ? [{ key: driverKey(now.data), version: now.data.version }] : []
}

/** Whatever shows a driver. */
export const DRIVER_REFRESHES = [['drivers'], ['schedule'], ['attention'], ['dashboard', 'company']] as const
