import { describe, expect, test } from 'vitest'
import type { Unit } from '#contract/units/units.ts'
import { deleteTruck } from '#src/areas/units/changes/delete-unit-commands.ts'
import { createTruck } from '#src/areas/units/changes/new-unit-commands.ts'
import { changeTruckDetails } from '#src/areas/units/changes/unit-details-commands.ts'
import { freedIdentifiers, freeingRecords } from '#src/areas/units/form/freed-identifiers.ts'
import { clashOf, identifiersOfOthers } from '#src/areas/units/form/taken-identifiers.ts'
import { newUnitOf, noUnit } from '#src/areas/units/form/unit-form.ts'
import type { Command } from '#src/offline/command.ts'
import type { EntryState } from '#src/offline/outbox/entry/entry.ts'
import { createRegistry } from '#src/offline/outbox/entry/registry.ts'
import { registerCommands } from '#src/offline/outbox/outbox.ts'
import { blockedBy } from '#src/offline/outbox/send/blocked-entries.ts'
import { RecordQueues } from '#src/offline/outbox/send/record-queues.ts'
import { dependenciesOf, describe as describeEntry } from '#src/offline/outbox/show/entry-readings.ts'
import { aTruck } from '#tests/support/builders/a-unit-row.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'

const NAME = '01a3185c-5000-7000-8000-0000000000c1'
const VIN = '1XKYDP9X4RJ123456'
const was = aTruck({ vin: VIN })
const entryOf = <Input>(command: Command<Input>, input: Input, seq = 1, state: EntryState = 'waiting') =>
  anEntry({ seq, id: `${seq}`, command: command.name, input, touches: command.touches(input), state })
const replated = (state?: EntryState) =>
  entryOf(changeTruckDetails, { was, to: { licence_plate: 'IL 7', color: 'Red' } }, 1, state)
const deleted = entryOf(deleteTruck, { was })

const usedIdentifiers = {
  unit_number: ['1042', 'TL-1'],
  licence_plate: ['P1042'],
  transponder_id: ['T-1042'],
  pilot_flying_j_truck: [660_001],
  gomotive_id: { truck: [730_001], trailer: [910_001] },
}
const clashes = (entries: Parameters<typeof freedIdentifiers>[0], waiting: readonly Unit[] = []) => {
  const taken = identifiersOfOthers(usedIdentifiers, waiting, { kind: 'truck', own: null }, freedIdentifiers(entries))
  const clash = (name: Parameters<typeof clashOf>[0], value: string) => clashOf(name, value, taken) !== undefined
  return [clash('licence_plate', 'p-1042'), clash('unit_number', '1042'), clash('transponder_id', 'T1042')]
}

describe('an identifier of a truck can be reused offline', () => {
  test('after a waiting change of the plate: the plate and nothing else', () => {
    expect(clashes([])).toEqual([true, true, true])
    expect(clashes([replated()])).toEqual([false, true, true])
    expect(clashes([replated('done')])).toEqual([false, true, true])
  })

  test('after a waiting deletion: every identifier', () => {
    expect(clashes([deleted])).toEqual([false, false, false])
  })

  test('not while the change that frees it needs the user', () => {
    for (const state of ['refused', 'conflict', 'unreadable'] as const) {
      expect(clashes([replated(state)])).toEqual([true, true, true])
    }
  })

  test('not if it is only written differently, nor by a change that this version cannot read', () => {
    expect(clashes([entryOf(changeTruckDetails, { was, to: { licence_plate: 'p 1042' } })])).toEqual([true, true, true])
    expect(clashes([{ ...replated(), input: { odd: true } }])).toEqual([true, true, true])
  })

  test('on one truck only: for the next truck it is in use', () => {
    const { extra_info } = aTruck()
    const other = aTruck({ id: '1099', extra_info: { ...extra_info, unit_number: '1099', transponder_id: 'T9' } })
    expect(clashes([replated()], [other])).toEqual([true, true, true])
  })
})

describe('a change that takes an identifier that waits to be free', () => {
  const after = freeingRecords({ licence_plate: 'P 1042' }, freedIdentifiers([replated()]))

  test('waits for the truck that frees it, and for no truck if it takes none', () => {
    expect(after).toEqual(['unit/1042'])
    expect(freeingRecords({ licence_plate: 'P1043', vin: '' }, freedIdentifiers([replated()]))).toEqual([])
    expect(freeingRecords({ vin: VIN.toLowerCase(), unit_number: '1042' }, freedIdentifiers([deleted]))).toEqual([
      'unit/1042',
    ])
  })

  const nextSeqs = <Input>(command: Command<Input>, input: Input) => {
    const registry = createRegistry()
    registry.register([createTruck, changeTruckDetails])
    const queues = new RecordQueues()
    for (const entry of [replated('sending'), entryOf(command, input, 2)]) {
      queues.put(entry, registry.read(entry)?.dependsOn)
    }
    return queues.nextEntries(0, 3).map(({ seq }) => seq)
  }
  const form = newUnitOf('truck', { ...noUnit('2026-11-22'), ...filled() }, NAME)
  const newTruck = { unit: form, driver: null, photo: null, shown: null, on: '2026-11-22' }
  const other = { was: aTruck({ id: '1050' }), to: { licence_plate: 'P1042' } }

  test('is not sent before the change that frees it, while others are', () => {
    expect(nextSeqs(createTruck, newTruck)).toEqual([2])
    expect(nextSeqs(createTruck, { ...newTruck, after })).toEqual([])
    expect(nextSeqs(changeTruckDetails, other)).toEqual([2])
    expect(nextSeqs(changeTruckDetails, { ...other, after })).toEqual([])
  })

  test('shows in the Outbox what blocks it, once that needs the user', () => {
    registerCommands([createTruck, changeTruckDetails])
    const dependent = entryOf(createTruck, { ...newTruck, after }, 2)
    const free = entryOf(createTruck, { ...newTruck, unit: { ...form, client_id: NAME.replace(/.$/, '2') } }, 3)
    const blockedWhen = (state: EntryState) => {
      const by = blockedBy([replated(state), dependent, free], dependenciesOf)
      return [...by].map(([seq, entry]) => [seq, ...Object.values(describeEntry(entry))])
    }
    const change = 'Color: White → Red · License plate: P1042 → IL 7'
    expect(blockedWhen('refused')).toEqual([[2, 'Truck 1042', change]])
    expect(blockedWhen('waiting')).toEqual([])
  })

  test('is not merged into an earlier change of the same truck, which would be sent first', () => {
    const earlier = { was: other.was, to: { color: 'Red' } }
    expect(changeTruckDetails.merge?.(earlier, { ...other, after })).toBeNull()
    expect(changeTruckDetails.merge?.({ ...other, after }, earlier)).toMatchObject({ after })
  })
})

function filled() {
  return {
    ...{ transport_model: 'Kenworth T680', year: 2024, color: 'Red', gomotive_id: 4100, licence_plate: 'P1042' },
    ...{ inspection_passed_date: '2026-10-01', next_service_date: '2027-02-01', fleet_manager_name: 'Rosa Chen' },
    ...{ fleet_manager_phone: '(312) 555-0130', fleet_manager_email: 'rosa.chen@haulyard.example' },
  }
}
