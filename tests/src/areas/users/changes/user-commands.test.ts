import { describe, expect, test } from 'vitest'
import { type Driver, driverKind } from '#contract/people/drivers.ts'
import { compareUsers, type User, userFits, userKind } from '#contract/people/users.ts'
import { kind } from '#contract/wire/record.ts'
import { createUser, type NewUserInput } from '#src/areas/users/changes/new-user-commands.ts'
import { roleChange } from '#src/areas/users/changes/user-acts.ts'
import { changeUser } from '#src/areas/users/changes/user-commands.ts'
import { changeUserPhoto } from '#src/areas/users/changes/user-photo-commands.ts'
import type { UserPatch } from '#src/areas/users/changes/user-record.ts'
import { withPatch } from '#src/areas/users/user-patch.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { newPhoto } from '#src/record/photo-command.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aPerson } from '#tests/support/builders/a-person.ts'

const users = kind<User>(userKind.name, userKind.keyOf)
const drivers = kind<Driver>(driverKind.name, driverKind.keyOf)
const maria = aPerson()
const asDriver = aDriver({ id: 9, current_status: 'on_the_road' })
const waiting = (effects: ReturnType<typeof changeUser.effects>) => foldOf([{ effects, settled: null }])
const toDispatcher = { was: maria, to: roleChange('dispatcher') }

describe('changing a user', () => {
  test('to another role sends the first status of that role', () => {
    expect(changeUser.request(toDispatcher)).toEqual({
      params: { id: 12 },
      body: { role: 'dispatcher', dispatcher: { status: 'on_vacation' } },
    })
    const driver = { was: aPerson({ role: 'fleet_manager', driver: null }), to: roleChange('driver') }
    expect(changeUser.request(driver).body).toEqual({ role: 'driver', driver: { status: 'detention__layover' } })
  })

  test('to another role removes the user from the list of the former role and from the drivers', () => {
    const fold = waiting(changeUser.effects(toDispatcher))
    const compare = compareUsers('first_name,last_name')
    const driversOnly = { fits: (row: User) => userFits(row, 'driver'), compare }
    expect(fold.rows(users, [maria], driversOnly)).toEqual([])
    expect(fold.countChange(users, [maria], driversOnly)).toBe(-1)
    const dispatchersOnly = { fits: (row: User) => userFits(row, 'dispatcher'), compare }
    expect(fold.rows(users, [], dispatchersOnly)).toMatchObject([{ role: 'dispatcher', driver: null }])
    expect(fold.rows(drivers, [asDriver])).toEqual([])
  })

  test('in name, phone or status shows on the driver in every list of drivers', () => {
    const to = { last_name: 'Park', phone: '1', 'driver.status': 'on_vacation' } as const
    const [row] = waiting(changeUser.effects({ was: maria, to })).rows(drivers, [asDriver])
    expect(row).toMatchObject({
      current_status: 'on_vacation',
      status_date_to: null,
      user: { last_name: 'Park', phone: '1' },
    })
  })

  test('merges two changes into one: the later value wins, and values that the later role does not have are dropped', () => {
    const first = { was: maria, to: { 'driver.gomotive_id': 1, phone: '1' } }
    const second = { was: withPatch(maria, first.to), to: { phone: '2', ...roleChange('fleet_manager') } }
    expect(changeUser.merge?.(first, second)).toEqual({ was: maria, to: { phone: '2', role: 'fleet_manager' } })
  })

  test('is undone together with everything that it brought along', () => {
    for (const to of [
      roleChange('dispatcher'),
      { 'driver.status': 'on_vacation', 'driver.status_date_from': '2026-11-21' },
      { phone: '1', user_permissions: [1, 2], is_active: false },
    ] satisfies readonly UserPatch[]) {
      const [back] = changeUser.inverse?.({ was: maria, to }) ?? []
      const input = changeUser.input.parse(back?.input)
      expect(withPatch(withPatch(maria, to), input.to), JSON.stringify(input.to)).toEqual({
        ...maria,
        // Only the server knows the driver id of a user who was not a driver meanwhile.
        driver: { ...maria.driver, id: expect.any(Number) },
      })
      expect(back?.seenVersion).toBe(4)
    }
  })

  test('is described field by field, a role together with its status', () => {
    const input = { was: maria, to: { phone: '1', user_permissions: [1, 2, 3], ...roleChange('dispatcher') } }
    expect(changeUser.describe(input)).toEqual({
      record: 'Maria Lopez',
      change:
        'Phone: (312) 555-0117 → 1 · Role: Driver → Dispatcher · ' +
        'Permissions: Schedule: view → Dispatchers: view and edit · Drivers: view · Status: – → Vacation',
    })
    const role = changeUser.fields?.(input).find(({ title }) => title === 'Role')
    expect(role?.without()).toMatchObject({ to: { phone: '1', user_permissions: [1, 2, 3] } })
    expect(Object.keys(role?.without()?.to ?? {})).toEqual(['phone', 'user_permissions'])
  })
})

const input: NewUserInput = {
  user: {
    client_id: '01a3185c-5000-7bb6-a75e-b900027adc9c',
    role: 'dispatcher',
    first_name: 'Zoe',
    last_name: 'Young',
    email: 'zoe@haulyard.example',
    phone: '1',
    dispatcher: { status: 'working' },
  },
  password: 'gravel-and-diesel',
  send_email: true,
  photo: null,
  shown: null,
}

describe('creating a user', () => {
  test('shows the user first in any sort order while it waits, counts it, and respects the filter', () => {
    const fold = waiting(createUser.effects(input))
    const rules = { compare: compareUsers('first_name,last_name'), newFirst: true, complete: false }
    expect(fold.rows(users, [maria], rules).map((row) => row.first_name)).toEqual(['Zoe', 'Maria'])
    expect(fold.countChange(users, [maria], rules)).toBe(1)
    const driversOnly = { ...rules, fits: (row: User) => userFits(row, 'driver') }
    expect(fold.rows(users, [maria], driversOnly)).toEqual([maria])
  })

  test('shows the user only once after the server has it, in the place that the server gives it', () => {
    const { client_id, role, first_name, last_name } = input.user
    const served = aPerson({ id: 40, client_id, role, first_name, last_name, version: 1 })
    const rules = { compare: compareUsers('first_name,last_name'), newFirst: true }
    const fold = foldOf([{ effects: createUser.effects(input), settled: new Map([[`user/${client_id}`, 1]]) }])
    expect(fold.rows(users, [maria, served], rules)).toEqual([maria, served])
  })

  test('counts the user once, even if the page with the new user is not loaded', () => {
    const settled = new Map([[`user/${input.user.client_id}`, 1]])
    const fold = foldOf([{ effects: createUser.effects(input), settled, settledAt: 1000 }])
    const rules = { compare: compareUsers('first_name,last_name'), newFirst: true, complete: false }
    expect(fold.countChange(users, [maria], { ...rules, asOf: 900 })).toBe(1)
    expect(fold.rows(users, [maria], { ...rules, asOf: 900 })).toHaveLength(2)
    expect(fold.countChange(users, [maria], { ...rules, asOf: 1001 })).toBe(0)
    expect(fold.rows(users, [maria], { ...rules, asOf: 1001 })).toEqual([maria])
  })

  test('allows a change before it is sent, by client id', () => {
    const [added] = createUser.effects(input)
    const row = added?.act === 'add' ? (added.row as User) : maria
    expect(changeUser.request({ was: row, to: { phone: '2' } }).params).toEqual({ id: input.user.client_id })
    expect(changeUser.touches({ was: row, to: { phone: '2' } })).toEqual(createUser.touches(input))
    expect(newPhoto(row, '01a3185c-5000-7bb6-a75e-b900027adc9b').was).toEqual(row)
    expect(changeUserPhoto.touches(newPhoto(row, '01a3185c-5000-7bb6-a75e-b900027adc9b'))).toEqual(
      createUser.touches(input),
    )
  })

  test('never shows the password, and drops it once the entry has ended', () => {
    const inputWithoutSecrets = createUser.withoutSecrets?.(input)
    for (const shown of [
      createUser.describe(input),
      createUser.effects(input),
      createUser.fields?.(input),
      inputWithoutSecrets,
    ]) {
      expect(JSON.stringify(shown)).not.toContain('gravel-and-diesel')
    }
    expect(createUser.request(input).body).toMatchObject({ password: 'gravel-and-diesel', send_email: true })
  })
})

test('the status that a role brings has no former value, and undoing the role sends no shared ids', () => {
  const status = changeUser.fields?.(toDispatcher).find(({ names }) => names[0] === 'dispatcher.status')
  expect(status?.was).toBeUndefined()
  const shared = aPerson({ driver: { ...maria.driver!, shared_ids: ['gomotive_id'] } })
  const [back] = changeUser.inverse?.({ was: shared, to: roleChange('dispatcher') }) ?? []
  expect(back?.input).toMatchObject({ to: { role: 'driver' } })
  expect(back?.input).not.toHaveProperty(['to', 'driver.shared_ids'])
})
