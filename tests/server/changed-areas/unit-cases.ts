import { randomUUID } from 'node:crypto'
import { UNIT_KINDS, type UnitKind } from '#contract/units/unit-choices.ts'
import type { UnitHolder } from '#contract/units/unit-names.ts'
import { DELETIONS } from '#src/areas/units/changes/delete-unit-commands.ts'
import { CREATIONS } from '#src/areas/units/changes/new-unit-commands.ts'
import { DETAILS_CHANGES } from '#src/areas/units/changes/unit-details-commands.ts'
import { PHOTO_CHANGES } from '#src/areas/units/changes/unit-photo-commands.ts'
import { PLACE_COMMANDS } from '#src/areas/units/changes/unit-place-commands.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type ChangeCase, changeCase } from './change-case.ts'
import { type ChangeDesk, TODAY } from './change-desk.ts'

async function aHolder(desk: ChangeDesk): Promise<UnitHolder> {
  const { id, user } = await desk.driver()
  return { id, first_name: user.first_name, last_name: user.last_name, is_firing: false, papers_until: null }
}
const assigned = async (desk: ChangeDesk, kind: UnitKind) => desk.unit(kind, { driver: (await desk.driver()).id })

function newUnit(kind: UnitKind) {
  const client_id = randomUUID()
  const unit = kind === 'truck' ? aTruck(`NEW-${kind}`) : aTrailer({ client_id })
  return { ...unit, client_id, status: 'unassigned' as const }
}

const casesOf = (kind: UnitKind): readonly ChangeCase[] => [
  changeCase(CREATIONS[kind], async (desk) => {
    const unit = { ...newUnit(kind), status: 'assigned' as const }
    return { unit, driver: await aHolder(desk), photo: await desk.photo(), shown: null, on: TODAY }
  }),
  changeCase(DETAILS_CHANGES[kind], async (desk) => {
    return { was: await assigned(desk, kind), to: { unit_number: `AGAIN-${kind}`, miles_driven: 120_000 } }
  }),
  changeCase(PLACE_COMMANDS[kind].status, async (desk) => {
    return { was: await assigned(desk, kind), to: 'on_service' as const, on: TODAY, until: '2026-11-28' }
  }),
  changeCase(PLACE_COMMANDS[kind].driver, async (desk) => {
    return { was: await assigned(desk, kind), to: await aHolder(desk), had: null, on: TODAY }
  }),
  changeCase(PHOTO_CHANGES[kind], async (desk) => {
    return { was: await assigned(desk, kind), to: await desk.photo(), shown: null }
  }),
  changeCase(DELETIONS[kind], async (desk) => ({ was: await assigned(desk, kind) })),
]

export const unitCases = UNIT_KINDS.flatMap(casesOf)
