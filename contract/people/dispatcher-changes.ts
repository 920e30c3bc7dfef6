import * as z from 'zod/mini'
import { fileRef } from '#contract/files/files.ts'
import { PHOTO_IN_FORM } from '#contract/files/pictures.ts'
import { edit } from '#contract/wire/access.ts'
import { statusDay } from '#contract/wire/days.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { idParam, serverId } from '#contract/wire/record.ts'
import { dispatcherStatus } from './dispatcher-choices.ts'
import { dispatcher } from './dispatchers.ts'

/** A driver who comes to a dispatcher, with the former dispatcher as the author knew it; null for none. */
const comingDriver = z.object({ id: serverId, from: z.nullable(serverId) })
const MAX_DRIVERS = 1000

/**
 * What a change of a dispatcher may carry. Fields that are absent stay as they are. `driver_ids` are all that the dispatcher
 * leads from now on; `add_drivers` and `remove_drivers` say only who comes and goes, so that two people's changes meet
 * as one, and never together with `driver_ids`.
 */
export const dispatcherChange = z.object({
  status: z.optional(dispatcherStatus),
  status_date_from: z.optional(z.nullable(statusDay)),
  status_date_to: z.optional(z.nullable(statusDay)),
  driver_ids: z.optional(z.array(serverId).check(z.maxLength(MAX_DRIVERS))),
  add_drivers: z.optional(z.array(comingDriver).check(z.maxLength(MAX_DRIVERS))),
  remove_drivers: z.optional(z.array(serverId).check(z.maxLength(MAX_DRIVERS))),
  /** For administrators: a file just uploaded, or one that the dispatcher had before; null takes the photo away. */
  photo: z.optional(z.nullable(fileRef)),
})
export type DispatcherChange = z.output<typeof dispatcherChange>

export const dispatcherChanges = {
  update: endpoint({
    name: 'dispatchers.update',
    summary: 'Change some fields of a dispatcher, or who the drivers are; merges with what others changed meanwhile.',
    method: 'PATCH',
    path: '/api/dispatchers/:id/',
    access: edit('dispatchers'),
    params: idParam,
    body: dispatcherChange,
    form: { photo: PHOTO_IN_FORM },
    reply: dispatcher,
  }),
}
