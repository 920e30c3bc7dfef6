import * as z from 'zod/mini'
import { edit } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { filledDraft, formOfRecord } from '#src/record/form-values.ts'
import { driverRecord, type SeenDriver, seenDriver } from './changes/driver-record.ts'
import { positionTitle } from './driver-rate.ts'

/** What the form of a driver's details holds; an empty text is none. */
export const detailsForm = formOfRecord(driverRecord)
export type DetailsValues = typeof detailsForm.empty

/** What is typed about a driver and not saved, with the driver as he was when the typing began. */
export const detailsDraft: DraftKind<{ readonly was: SeenDriver; readonly values: DetailsValues }> = {
  name: 'drivers.details',
  version: 1,
  access: edit('drivers'),
  schema: filledDraft(z.object({ was: seenDriver, values: z.object(detailsForm.shape) }), ({ was }) =>
    detailsForm.valuesOf(was),
  ),
  words: ({ was, values: { position, rate, med_expire, CDL_expire } }) => ({
    record: fullName(was.user),
    text: [positionTitle(position), rate, med_expire, CDL_expire].filter(Boolean).join(' · '),
  }),
}
