import * as z from 'zod/mini'
import { edit } from '#contract/access.ts'
import { dispatcherName } from '#contract/dispatchers.ts'
import { fullName } from '#contract/people.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import type { DetailsPatch } from './driver-details-change.ts'
import { positionTitle } from './driver-rate.ts'
import { type SeenDriver, seenDriver } from './seen-driver.ts'

const detailsValues = z.object({
  position: z.string(),
  dispatcher: z.nullable(dispatcherName),
  /** `yyyy-MM-dd`, or empty. */
  med_expire: z.string(),
  CDL_expire: z.string(),
  rate: z.string(),
})
/** What the form of a driver's details holds; a text that is empty says nothing. */
export type DetailsValues = z.output<typeof detailsValues>

const detailsTyped = z.object({ was: seenDriver, values: detailsValues })
export type DetailsTyped = z.output<typeof detailsTyped>

/** What is typed about a driver and not saved, with the driver as he was when the typing began. */
export const detailsDraft: DraftKind<DetailsTyped> = {
  name: 'drivers.details',
  version: 1,
  access: edit('drivers'),
  schema: detailsTyped,
  words: ({ was, values: { position, rate, med_expire, CDL_expire } }) => ({
    record: fullName(was.user),
    text: [positionTitle(position), rate, med_expire, CDL_expire].filter(Boolean).join(' · '),
  }),
}

/** A driver as the form begins. */
export function valuesOf({ position, dispatcher, extra_info }: SeenDriver): DetailsValues {
  const { med_expire, CDL_expire, rate } = extra_info
  return {
    position,
    dispatcher,
    med_expire: med_expire ?? '',
    CDL_expire: CDL_expire ?? '',
    rate: rate ?? '',
  }
}

/** What the form changes of a driver; empty when nothing. */
export function patchOf(was: SeenDriver, values: DetailsValues): DetailsPatch {
  const before = valuesOf(was)
  const { position, dispatcher, ...papers } = values
  const said = (['med_expire', 'CDL_expire', 'rate'] as const)
    .map((name) => [name, name === 'rate' ? papers.rate.replace(',', '.') : papers[name]] as const)
    .filter(([name, value]) => value !== before[name])
    .map(([name, value]) => [name, value === '' ? null : value])
  return {
    // The choices of the form are the positions that there are; the command's schema judges it once more.
    ...(position === before.position ? {} : { position: position as SeenDriver['position'] }),
    ...(dispatcher?.id === before.dispatcher?.id ? {} : { dispatcher }),
    ...Object.fromEntries(said),
  }
}
