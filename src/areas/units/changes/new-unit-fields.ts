import * as z from 'zod/mini'
import { dispatcherName } from '#contract/people/dispatchers.ts'
import { type UnitKind, vehicleStatusOf } from '#contract/units/unit-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import { dayValueWords } from '#src/format/value-words.ts'
import type { Field } from '#src/offline/command.ts'
import { describeFields } from '#src/record/field-list.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { type NewUnitInput, withDriverAssigned } from './new-unit.ts'
import { pickedDriver, repickedDriver } from './placing.ts'
import { fieldsOf, typeKind, unitRecord } from './unit-record.ts'

const isNew = { was: undefined, without: () => null }

function driverField(kind: UnitKind, input: NewUnitInput): Field<NewUnitInput> {
  return {
    ...isNew,
    names: ['driver'],
    title: 'Driver',
    as: {
      is: 'pick',
      choices: async () =>
        (await import('../load-driver-choices.ts')).loadDriverChoices({ kind, id: '', driver: null }),
    },
    yours: input.driver,
    words: (value) => {
      const chosen = pickedDriver.safeParse(value ?? null).data
      return chosen ? fullName(chosen) : 'None'
    },
    with: (value) => {
      const driver = repickedDriver(value, input.driver, input.unit.client_id)
      return { ...input, driver, unit: withDriverAssigned(input.unit, driver) }
    },
  }
}

/** The dispatcher chosen for a new unit. Omitted when it has a driver: the driver's dispatcher then applies. */
function dispatcherField(input: NewUnitInput): readonly Field<NewUnitInput>[] {
  if (!input.dispatcher || input.driver !== null) return []
  return [
    {
      ...isNew,
      names: ['dispatcher'],
      title: 'Dispatcher',
      as: {
        is: 'pick',
        choices: async () => (await import('#src/lookups/dispatcher-choices.ts')).dispatcherChoices(null),
      },
      yours: input.dispatcher,
      words: (value) => {
        const chosen = dispatcherName.safeParse(value).data
        return chosen ? fullName(chosen.user) : 'None'
      },
      with: (value) => ({ ...input, dispatcher: z.nullable(dispatcherName).parse(value) }),
    },
  ]
}

/**
 * The fields that describe a new unit, and those that can be corrected after a refusal: a plate in use, a driver's
 * other unit.
 */
export function newUnitFields(kind: UnitKind, input: NewUnitInput): readonly Field<NewUnitInput>[] {
  const { unit } = input
  const text = (name: 'id' | 'status_date_to', title: string, as: 'text' | 'date'): Field<NewUnitInput> => ({
    ...isNew,
    names: [name],
    title,
    as: { is: as },
    yours: unit[name],
    words: (value) => (as === 'date' ? dayValueWords(value) : String(value ?? '–')),
    with: (value) => ({ ...input, unit: { ...unit, [name]: value } }),
  })
  const number = kind === 'trailer' && unit.id !== undefined ? [text('id', 'Number', 'text')] : []
  const recordFields = describeFields(unitRecord.fields, {
    was: null,
    to: Object.fromEntries(fieldsOf(kind).map((name) => [name, unit[name]])),
    with: (to) => ({ ...input, unit: { ...unit, ...to } }),
    without: () => null,
  })
  const details = recordFields.map((field) =>
    field.names[0] === 'type' ? { ...field, as: typeKind(kind, unit.type ?? null) } : field,
  )
  const status: Field<NewUnitInput> = {
    ...isNew,
    names: ['status', 'status_date_from'],
    title: `New ${UNIT_WORDS[kind].noun}`,
    as: { is: 'unchangeable' },
    yours: unit.status,
    words: () => vehicleStatusOf(unit.status).title,
    with: () => input,
  }
  const until = text('status_date_to', 'Status until', 'date')
  return [status, until, driverField(kind, input), ...dispatcherField(input), ...number, ...details]
}
