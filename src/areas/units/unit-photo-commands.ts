import * as z from 'zod/mini'
import type { Unit } from '#contract/unit-rows.ts'
import { refOf, type UnitSort, unitKind } from '#contract/units.ts'
import { formerPhotoPart, NO_PHOTO, newPhotoPart, photoField, photoPart, photoWords } from '#src/form/photo-change.ts'
import { type Command, command, patched } from '#src/offline/command.ts'
import { recordWords, seenUnit, seenVersionOf, UNIT_REFRESHES, unitIn, unitKey, versionOfReply } from './seen-unit.ts'
import { UNIT_ENDPOINTS } from './unit-endpoints.ts'
import { UNIT_WORDS } from './unit-kinds.ts'

/** `was`: the unit as the person saw it. */
const photoInput = z.object({ was: seenUnit, ...photoPart })
type PhotoInput = z.output<typeof photoInput>

/** A new photo, whose bytes are given with the change as the file of this id. */
export const newPhoto = (was: Unit, id: string): PhotoInput => ({ was, ...newPhotoPart(id) })
export const noPhoto = (was: Unit): PhotoInput => ({ was, ...NO_PHOTO })

function withPhoto<Row extends object>(row: Row, photo: string | null): Row {
  return 'photo' in row ? { ...row, photo } : row
}

/** The change that gives a unit of a kind another photo, or none. */
function photoCommand(sort: UnitSort): Command<PhotoInput> {
  const own: Command<PhotoInput> = command({
    name: `${UNIT_WORDS[sort].area}.changePhoto`,
    version: 1,
    endpoint: UNIT_ENDPOINTS[sort].update,
    input: photoInput,
    request: ({ was, to }) => ({ params: { id: refOf(was) }, body: { photo: to } }),
    touches: ({ was }) => [unitKey(was)],
    inverse: ({ was, shown }) => {
      const back = formerPhotoPart(was.photo)
      if (back === null) return []
      return [{ command: own, input: { was: withPhoto(was, shown), ...back }, seenVersion: seenVersionOf(was) }]
    },
    fields: (input) => [photoField(input, input.was.photo)],
    onto: (input, current) => ({ ...input, was: unitIn(current) ?? input.was }),
    shows: ({ was, shown }) => [patched(unitKind, unitKind.keyOf(was), (row) => withPhoto(row, shown), was)],
    describe: (input) => ({ record: recordWords(input.was), change: photoWords(input) }),
    versions: versionOfReply,
    refreshes: UNIT_REFRESHES,
  })
  return own
}

export const changeTruckPhoto = photoCommand('truck')
export const changeTrailerPhoto = photoCommand('trailer')
/** By kind. */
export const PHOTO_CHANGES = { truck: changeTruckPhoto, trailer: changeTrailerPhoto } as const
