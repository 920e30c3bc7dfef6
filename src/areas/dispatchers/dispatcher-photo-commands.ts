import * as z from 'zod/mini'
import { type Dispatcher, dispatcher, dispatcherEndpoints, dispatcherKind } from '#contract/dispatchers.ts'
import { fullName } from '#contract/people.ts'
import { formerPhotoPart, NO_PHOTO, newPhotoPart, photoField, photoPart, photoWords } from '#src/form/photo-change.ts'
import { type Command, command, patched, recordKey } from '#src/offline/command.ts'
import { versionOfReply } from './dispatcher-commands.ts'

/** `was`: the dispatcher as the person saw him. */
const photoInput = z.object({ was: dispatcher, ...photoPart })
type PhotoInput = z.output<typeof photoInput>

/** A new photo, whose bytes are given with the change as the file of this id. */
export const newPhoto = (was: Dispatcher, id: string): PhotoInput => ({ was, ...newPhotoPart(id) })
export const noPhoto = (was: Dispatcher): PhotoInput => ({ was, ...NO_PHOTO })

/** Gives a dispatcher another photo, or none. */
export const changeDispatcherPhoto: Command<PhotoInput> = command({
  name: 'dispatchers.changePhoto',
  version: 1,
  endpoint: dispatcherEndpoints.update,
  input: photoInput,
  request: ({ was, to }) => ({ params: { id: was.id }, body: { photo: to } }),
  touches: ({ was }) => [recordKey(dispatcherKind, dispatcherKind.keyOf(was))],
  inverse: ({ was, shown }) => {
    const back = formerPhotoPart(was.user.photo)
    if (back === null) return []
    const now = { ...was, user: { ...was.user, photo: shown } }
    return [{ command: changeDispatcherPhoto, input: { was: now, ...back }, seenVersion: was.version }]
  },
  fields: (input) => [photoField(input, input.was.user.photo)],
  onto: (input, current) => ({ ...input, was: dispatcher.safeParse(current).data ?? input.was }),
  shows: ({ was, shown }) => [
    patched(dispatcherKind, dispatcherKind.keyOf(was), (row) =>
      'user' in row && typeof row.user === 'object' ? { ...row, user: { ...row.user, photo: shown } } : row,
    ),
  ],
  describe: (input) => ({ record: fullName(input.was.user), change: photoWords(input) }),
  versions: versionOfReply,
  refreshes: [['dispatchers'], ['schedule']],
})
