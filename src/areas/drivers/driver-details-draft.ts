import * as z from 'zod/mini'
import { edit } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { fillMissingValues, formOfRecord } from '#src/record/form-values.ts'
import { driverRecord, type SeenDriver, seenDriver } from './changes/driver-record.ts'
import { positionTitle } from './driver-rate.ts'

/** The values of the details form. An empty text means no value. */
export const detailsForm = formOfRecord(driverRecord)
export type DetailsValues = typeof detailsForm.empty

/** The draft of a driver's changes, with the driver as seen when typing began. */
export const detailsDraft: DraftKind<{ readonly was: SeenDriver; readonly values: DetailsValues }> = {
  name: 'drivers.details',
  version: 1,
  access: edit('drivers'),
  schema: fillMissingValues(z.object({ was: seenDriver, values: z.object(detailsForm.shape) }), ({ was }) =>
    detailsForm.valuesOf(was),
  ),
  words: ({ was, values: { position, rate, med_expire, CDL_expire } }) => ({
    record: fullName(was.user),
    text: [positionTitle(position), rate, med_expire, CDL_expire].filter(Boolean).join(' · '),
  }),
}
