import * as z from 'zod/mini'
import { dispatcherName } from '#contract/people/dispatchers.ts'
import { type UnitKind, vehicleStatusOf } from '#contract/units/unit-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import { dayWords } from '#src/format/value-words.ts'
import type { Field } from '#src/offline/command.ts'
import { toldFields } from '#src/record/field-list.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { type NewUnitInput, placedWith } from './new-unit.ts'
import { pickedAgain, pickedDriver } from './placing.ts'
import { fieldsOf, typeKind, unitRecord } from './unit-record.ts'

const isNew = { was: undefined, without: () => null }

function driverField(sort: UnitKind, input: NewUnitInput): Field<NewUnitInput> {
  return {
    ...isNew,
    names: ['driver'],
    title: 'Driver',
    as: {
      is: 'pick',
      choices: async () =>
        (await import('../load-driver-choices.ts')).loadDriverChoices({ kind: sort, id: '', driver: null }),
    },
    yours: input.driver,
    words: (value) => {
      const chosen = pickedDriver.safeParse(value ?? null).data
      return chosen ? fullName(chosen) : 'None'
    },
    with: (value) => {
      const driver = pickedAgain(value, input.driver, input.unit.client_id)
      return { ...input, driver, unit: placedWith(input.unit, driver) }
    },
  }
}

/** Who leads it, where that was said; once it has a driver that is as it is there. */
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

/** What a new unit is told by, and what can be mended of one that was refused: a plate that is taken, a driver's other unit. */
export function newUnitFields(sort: UnitKind, input: NewUnitInput): readonly Field<NewUnitInput>[] {
  const { unit } = input
  const text = (name: 'id' | 'status_date_to', title: string, as: 'text' | 'date'): Field<NewUnitInput> => ({
    ...isNew,
    names: [name],
    title,
    as: { is: as },
    yours: unit[name],
    words: (value) => (as === 'date' ? dayWords(value) : String(value ?? '–')),
    with: (value) => ({ ...input, unit: { ...unit, [name]: value } }),
  })
  const number = sort === 'trailer' && unit.id !== undefined ? [text('id', 'Number', 'text')] : []
  const said = toldFields(unitRecord.fields, {
    was: null,
    to: Object.fromEntries(fieldsOf(sort).map((name) => [name, unit[name]])),
    with: (to) => ({ ...input, unit: { ...unit, ...to } }),
    without: () => null,
  })
  const details = said.map((field) =>
    field.names[0] === 'type' ? { ...field, as: typeKind(sort, unit.type ?? null) } : field,
  )
  const status: Field<NewUnitInput> = {
    ...isNew,
    names: ['status', 'status_date_from'],
    title: `New ${UNIT_WORDS[sort].noun}`,
    as: { is: 'unchangeable' },
    yours: unit.status,
    words: () => vehicleStatusOf(unit.status).title,
    with: () => input,
  }
  const until = text('status_date_to', 'Status until', 'date')
  return [status, until, driverField(sort, input), ...dispatcherField(input), ...number, ...details]
}
