import * as z from 'zod/mini'
import { dispatcherName } from '#contract/people/dispatchers.ts'
import { UNIT_KINDS, type UnitKind, vehicleStatus } from '#contract/units/unit-choices.ts'
import { edit } from '#contract/wire/access.ts'
import { pickedDriver } from '#src/areas/units/changes/placing.ts'
import { seenUnit, unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import { unitForm } from '#src/areas/units/changes/unit-record.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import { fillMissingValues } from '#src/record/form-values.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'
import type { UnitValues } from './unit-form.ts'

const text = z.string()
/** The form values. */
const values = z.object({
  ...unitForm.shape,
  id: text,
  status: vehicleStatus,
  status_date_from: text,
  status_date_to: text,
  driver: pickedDriver,
  dispatcher: z.nullable(dispatcherName),
})
const photo = z.nullable(z.custom<File>((value) => value instanceof File))

const wordsOf = ({ transport_model, year, unit_number, licence_plate }: UnitValues) =>
  [transport_model, year, unit_number, licence_plate].filter(Boolean).join(' · ')

const newUnitTyped = fillMissingValues(z.object({ sort: z.enum(UNIT_KINDS), values, photo }), () => unitForm.empty)
export type NewUnitDraft = z.output<typeof newUnitTyped>

const newDraft = (kind: UnitKind): DraftKind<NewUnitDraft> => ({
  name: `${UNIT_WORDS[kind].area}.new`,
  version: 1,
  access: edit(UNIT_WORDS[kind].area),
  schema: newUnitTyped,
  words: ({ values: formValues }) => ({
    record: `a new ${UNIT_WORDS[kind].noun}`,
    text: wordsOf(formValues) || `New ${UNIT_WORDS[kind].noun}`,
  }),
})

/** The drafts of new units, by unit kind. */
export const NEW_DRAFTS = { truck: newDraft('truck'), trailer: newDraft('trailer') } as const

const unitTyped = fillMissingValues(
  z.object({ was: seenUnit, values, photo: z.union([photo, z.literal('none')]) }),
  ({ was }) => unitForm.valuesOf(was),
)
export type UnitDraft = z.output<typeof unitTyped>

const editDraft = (kind: UnitKind): DraftKind<UnitDraft> => ({
  name: `${UNIT_WORDS[kind].area}.details`,
  version: 1,
  access: edit(UNIT_WORDS[kind].area),
  schema: unitTyped,
  words: ({ was, values: formValues }) => ({ record: unitTitle(was), text: wordsOf(formValues) || unitTitle(was) }),
})

/** The drafts of changes, by unit kind. Each contains the unit as seen when typing began. */
export const EDIT_DRAFTS = { truck: editDraft('truck'), trailer: editDraft('trailer') } as const
