import * as z from 'zod/mini'
import { fileRef } from '#contract/files/files.ts'
import { PHOTO_IN_FORM } from '#contract/files/photo-rules.ts'
import { PASTED } from '#contract/text/pasted-text.ts'
import { unitRef } from '#contract/units/unit-names.ts'
import { edit } from '#contract/wire/access.ts'
import { clockDay, paperDay, statusDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { idParam, serverId } from '#contract/wire/record.ts'
import { dutyStatus } from './driver-choices.ts'
import { driver, position } from './drivers.ts'

const RATE = /^\d{0,6}([.,]\d{0,4})?$/
const isOfDigits = (text: string) => /^[\d.,]*$/.test(text)
/** CPM or percent: digits with a dot or a comma. Empty for no rate. */
export const driverRate = z.string().check(
  PASTED,
  z.refine(isOfDigits, 'Enter digits and a dot only.'),
  z.refine((text) => !isOfDigits(text) || RATE.test(text), 'At most six digits, one dot, and four digits behind it.'),
  z.refine((text) => text === '' || !RATE.test(text) || /\d/.test(text), 'Enter a rate, or nothing at all.'),
)

/** A change of a driver. Absent fields stay unchanged. */
export const driverChange = z.object({
  status: z.optional(dutyStatus),
  status_date_from: z.optional(z.nullable(statusDay)),
  status_date_to: z.optional(z.nullable(statusDay)),
  position: z.optional(position),
  dispatcher: z.optional(z.nullable(serverId)),
  med_expire: z.optional(z.nullable(paperDay)),
  CDL_expire: z.optional(z.nullable(paperDay)),
  rate: z.optional(z.nullable(driverRate)),
  truck_id: z.optional(z.nullable(unitRef)),
  trailer_id: z.optional(z.nullable(unitRef)),
  /** The drivers who lose their unit by this change, as the author saw them. A unit of any other driver is refused. */
  taken_from: z.optional(z.array(serverId).check(z.maxLength(2))),
  /** The driver's units that the author saw. Refused when the driver has another unit now. */
  truck_was: z.optional(z.nullable(unitRef)),
  trailer_was: z.optional(z.nullable(unitRef)),
  /**
   * The day from which the units are assigned or free, in the company's time zone. Default: today. The server moves
   * later days to today, and days of more than 90 days ago to 90 days ago.
   */
  units_date_from: z.optional(clockDay),
  /** For administrators: a new upload, or a file that the driver had before; null removes the photo. */
  photo: z.optional(z.nullable(fileRef)),
})
export type DriverChange = z.output<typeof driverChange>

export const driverChanges = {
  update: endpoint({
    name: 'drivers.update',
    summary: 'Change some fields of a driver. Merges with changes of other fields made in the meantime.',
    method: 'PATCH',
    path: '/api/drivers/:id/',
    access: edit('drivers'),
    params: idParam,
    body: driverChange,
    form: { photo: PHOTO_IN_FORM },
    reply: driver,
  }),
}
