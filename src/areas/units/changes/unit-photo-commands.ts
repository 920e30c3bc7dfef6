import type { UnitKind } from '#contract/units/unit-choices.ts'
import { photoCommand } from '#src/record/photo-command.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { unitPage } from './seen-unit.ts'
import { UNIT_ENDPOINTS } from './unit-endpoints.ts'
import { unitRecord } from './unit-record.ts'

/** The command that changes or removes the photo of a unit of a kind. */
const changePhoto = (kind: UnitKind) =>
  photoCommand(unitRecord, {
    name: `${UNIT_WORDS[kind].area}.changePhoto`,
    version: 1,
    endpoint: UNIT_ENDPOINTS[kind].update,
    areas: [UNIT_WORDS[kind].area],
    photoOf: ({ photo }) => photo,
    isListed: true,
    page: unitPage,
    withPhoto: (row, photo) => ('photo' in row ? { ...row, photo } : row),
  })

export const changeTruckPhoto = changePhoto('truck')
export const changeTrailerPhoto = changePhoto('trailer')
/** The photo commands, by unit kind. */
export const PHOTO_CHANGES = { truck: changeTruckPhoto, trailer: changeTrailerPhoto } as const
