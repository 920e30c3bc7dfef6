import * as z from 'zod/mini'
import { dispatcherChanges } from '#contract/people/dispatcher-changes.ts'
import { dispatcherKind } from '#contract/people/dispatcher-choices.ts'
import { type DispatcherName, dispatcherName } from '#contract/people/dispatchers.ts'
import { driverKind } from '#contract/people/drivers.ts'
import { withDispatcherOf } from '#contract/units/unit-assignment.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { refusedIdsExtra } from '#contract/wire/problem.ts'
import { serverId } from '#contract/wire/record.ts'
import {
  type Command,
  command,
  type Effect,
  type Field,
  type NewChange,
  patched,
  type Refusal,
  type Remedy,
  recordKey,
} from '#src/offline/command.ts'
import { dispatcherRecord } from './dispatcher-record.ts'

/** `units`: the ids of the driver's units, which follow the driver to another dispatcher. */
const driverRef = z.object({ id: serverId, name: z.string(), units: z.array(z.string()) })
export type DriverRef = z.output<typeof driverRef>

const driversInput = z
  .object({
    dispatcher: dispatcherName,
    /** The added drivers, each with the former dispatcher that the user saw; null for none. */
    add: z.array(z.object({ ...driverRef.shape, from: z.nullable(dispatcherName) })),
    remove: z.array(driverRef),
  })
  .check(z.refine(({ add, remove }) => add.length + remove.length > 0, 'No driver is left in this change: discard it.'))
export type ChangeDrivers = z.output<typeof driversInput>
type AddedDriver = ChangeDrivers['add'][number]

const keyOfDriver = ({ id }: { readonly id: number }) => recordKey(driverKind, String(id))
const keyOfDispatcher = ({ id }: { readonly id: number }) => recordKey(dispatcherKind, String(id))

/** The dispatchers who lose a driver by the change, each once. */
function losingDispatchers(add: readonly AddedDriver[]): readonly DispatcherName[] {
  const all = new Map(add.flatMap(({ from }) => (from === null ? [] : [[from.id, from] as const])))
  return [...all.values()]
}

/** Adds and removes drivers in a dispatcher's row. Other changes to the team in the meantime stay. */
function teamEffect(id: number, addedIds: readonly number[], removedIds: readonly number[]): Effect {
  return patched(dispatcherKind, String(id), (row) => {
    const remainingIds = row.drivers.filter((one) => !addedIds.includes(one) && !removedIds.includes(one))
    return { ...row, drivers: [...remainingIds, ...addedIds].sort((a, b) => a - b) }
  })
}

/** The id of the dispatcher in a row of a driver or a unit; null for none. Full rows have the name, picker rows the id. */
function dispatcherIn(row: { readonly dispatcher?: unknown }): number | null {
  const now = row.dispatcher as DispatcherName | number | null
  return now !== null && typeof now === 'object' ? now.id : now
}

/**
 * Sets the dispatcher in the rows of a driver and of the driver's units, if they have a dispatcher. With `only`, a driver
 * who was assigned to another dispatcher in the meantime stays there.
 */
function dispatcherEffects({ id, units }: DriverRef, to: DispatcherName | null, only?: number): readonly Effect[] {
  const stays = (row: object) => !('dispatcher' in row) || (only !== undefined && dispatcherIn(row) !== only)
  return [
    patched(driverKind, String(id), (row) =>
      stays(row) ? row : { ...row, dispatcher: 'extra_info' in row ? to : (to?.id ?? null) },
    ),
    ...units.map((unit) => patched(unitKind, unit, (row) => (stays(row) ? row : withDispatcherOf(row, id, to)))),
  ]
}

function effectsOf({ dispatcher, add, remove }: ChangeDrivers): readonly Effect[] {
  const ids = (drivers: readonly DriverRef[]) => drivers.map(({ id }) => id)
  const lost = (from: number) => ids(add.filter((one) => one.from?.id === from))
  return [
    teamEffect(dispatcher.id, ids(add), ids(remove)),
    ...losingDispatchers(add).map(({ id }) => teamEffect(id, [], lost(id))),
    ...add.flatMap((driver) => dispatcherEffects(driver, dispatcher)),
    ...remove.flatMap((driver) => dispatcherEffects(driver, null, dispatcher.id)),
  ]
}

/** Added drivers return to their former dispatchers, and removed drivers come back. */
function inverseOf({ dispatcher, add, remove }: ChangeDrivers): readonly NewChange[] {
  const draft = (input: ChangeDrivers): NewChange => ({ command: changeDrivers, input, seenVersion: null })
  const back = { dispatcher, add: remove.map((one) => ({ ...one, from: null })), remove: add.filter(isFromNobody) }
  const returns = losingDispatchers(add).map((to) => ({
    dispatcher: to,
    add: add.filter(({ from }) => from?.id === to.id).map((one) => ({ ...one, from: dispatcher })),
    remove: [],
  }))
  return [...(back.add.length + back.remove.length > 0 ? [back] : []), ...returns].map(draft)
}
const isFromNobody = ({ from }: AddedDriver) => from === null

/** The change without one driver. The result may be empty, which the schema refuses. */
function without(input: ChangeDrivers, id: number): ChangeDrivers {
  const stays = (one: DriverRef) => one.id !== id
  return { ...input, add: input.add.filter(stays), remove: input.remove.filter(stays) }
}
const isEmpty = ({ add, remove }: ChangeDrivers) => add.length + remove.length === 0

/** The field for one driver of the change: included or left out. */
function fieldOf(input: ChangeDrivers, { id, name }: DriverRef, words: string): Field<ChangeDrivers> {
  const rest = without(input, id)
  const choices = [
    { value: 'change', title: words },
    { value: 'leave', title: 'Leave as it is' },
  ]
  return {
    names: [`driver_ids/${id}`],
    title: name,
    as: { is: 'choice', of: choices },
    was: undefined,
    yours: 'change',
    words: (value) => choices.find((one) => one.value === value)?.title ?? '–',
    with: (value) => (value === 'leave' ? rest : input),
    without: () => (isEmpty(rest) ? null : rest),
  }
}

const fromWords = (from: DispatcherName | null) => (from === null ? '' : ` from ${fullName(from.user)}`)

function fieldsOf(input: ChangeDrivers): readonly Field<ChangeDrivers>[] {
  return [
    ...input.add.map((one) => fieldOf(input, one, `Comes${fromWords(one.from)}`)),
    ...input.remove.map((one) => fieldOf(input, one, 'Goes')),
  ]
}

/** The change without the drivers named by the refusal, if others are left. */
function remediesOf(input: ChangeDrivers, { status, body }: Refusal): readonly Remedy<ChangeDrivers>[] {
  const refused = status === 400 ? (refusedIdsExtra.safeParse(body).data?.refused ?? []) : []
  const named = input.add.filter(({ id }) => refused.includes(id))
  const rest = named.reduce((change, { id }) => without(change, id), input)
  if (named.length === 0 || isEmpty(rest)) return []
  return [{ title: `Leave out ${driversWords(named, '')}`, input: rest }]
}

/** The most drivers listed by name. Beyond that only their number is shown. */
const MAX_NAMED = 3
function driversWords(drivers: readonly DriverRef[], sign: string): string {
  if (drivers.length > MAX_NAMED) return `${sign}${drivers.length} drivers`
  return drivers.map(({ name }) => `${sign}${name}`).join(', ')
}

/** Version 1 stored no units: such a change shows on none until it is sent. */
function withoutUnits(input: unknown): unknown {
  const { add, remove, ...change } = input as Readonly<Record<'add' | 'remove', readonly object[]>>
  const withNone = (drivers: readonly object[]) => drivers.map((driver) => ({ ...driver, units: [] }))
  return { ...change, add: withNone(add), remove: withNone(remove) }
}

/** Adds drivers to a dispatcher and removes others. Changes by other users to other drivers stay. */
export const changeDrivers: Command<ChangeDrivers> = command({
  name: 'dispatchers.changeDrivers',
  version: 2,
  upgrades: { 1: withoutUnits },
  endpoint: dispatcherChanges.update,
  input: driversInput,
  request: ({ dispatcher, add, remove }) => ({
    params: { id: dispatcher.id },
    body: {
      ...(add.length > 0 && { add_drivers: add.map(({ id, from }) => ({ id, from: from?.id ?? null })) }),
      ...(remove.length > 0 && { remove_drivers: remove.map(({ id }) => id) }),
    },
  }),
  touches: ({ dispatcher, add, remove }) => [
    keyOfDispatcher(dispatcher),
    ...losingDispatchers(add).map(keyOfDispatcher),
    ...[...add, ...remove].map(keyOfDriver),
  ],
  effects: effectsOf,
  inverse: inverseOf,
  fields: fieldsOf,
  remedies: remediesOf,
  describe: ({ dispatcher, add, remove }) => ({
    record: fullName(dispatcher.user),
    change: `Drivers: ${[driversWords(add, '+'), driversWords(remove, '−')].filter(Boolean).join(', ')}`,
  }),
  versions: dispatcherRecord.versionsIn,
  areas: ['dispatchers', 'drivers', 'trucks', 'trailers'],
})
