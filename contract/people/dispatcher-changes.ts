import * as z from 'zod/mini'
import { fileRef } from '#contract/files/files.ts'
import { PHOTO_IN_FORM } from '#contract/files/photo-rules.ts'
import { edit } from '#contract/wire/access.ts'
import { statusDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { idParam, serverId } from '#contract/wire/record.ts'
import { dispatcherStatus } from './dispatcher-choices.ts'
import { dispatcher } from './dispatchers.ts'

/** A driver who is added to a dispatcher. `from`: the previous dispatcher that the author saw; null for none. */
const addedDriver = z.object({ id: serverId, from: z.nullable(serverId) })
const MAX_DRIVERS = 1000

/**
 * A change of a dispatcher. Absent fields stay unchanged. `driver_ids` replaces all drivers of the dispatcher.
 * `add_drivers` and `remove_drivers` only list the differences, so that changes of two users merge; they must not be
 * combined with `driver_ids`.
 */
export const dispatcherChange = z.object({
  status: z.optional(dispatcherStatus),
  status_date_from: z.optional(z.nullable(statusDay)),
  status_date_to: z.optional(z.nullable(statusDay)),
  driver_ids: z.optional(z.array(serverId).check(z.maxLength(MAX_DRIVERS))),
  add_drivers: z.optional(z.array(addedDriver).check(z.maxLength(MAX_DRIVERS))),
  remove_drivers: z.optional(z.array(serverId).check(z.maxLength(MAX_DRIVERS))),
  /** For administrators: a new upload, or a file that the dispatcher had before; null removes the photo. */
  photo: z.optional(z.nullable(fileRef)),
})
export type DispatcherChange = z.output<typeof dispatcherChange>

export const dispatcherChanges = {
  update: endpoint({
    name: 'dispatchers.update',
    summary:
      'Change some fields of a dispatcher, or the drivers. Merges with changes of other fields made in the meantime.',
    method: 'PATCH',
    path: '/api/dispatchers/:id/',
    access: edit('dispatchers'),
    params: idParam,
    body: dispatcherChange,
    form: { photo: PHOTO_IN_FORM },
    reply: dispatcher,
  }),
}
