import { expect, test } from 'vitest'
import { AREAS, type Area, type Role } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Sql } from '#server/db/db.ts'
import { readRowsFor } from '#server/modules/events/round-rows.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const permissionsOf = (areas: readonly Area[]) =>
  AREAS.map((area, id) => ({ id, area: id, user_has_permission: areas.includes(area) }))
const aUser = (role: Role, view: readonly Area[]): CurrentUser => ({
  id: 1,
  first_name: 'Ann',
  last_name: 'Lee',
  email: 'ann@haulyard.example',
  photo: null,
  role,
  view_permissions: permissionsOf(view),
  edit_permissions: permissionsOf([]),
  version: 1,
})
const driverChange = (seq: number) => ({ seq, area: 'drivers', record_id: '7', version: 2, at: 0 })

/** A database in which every list has one changed row of this size. It counts the statements. */
function aDatabase(characters = 1) {
  const names: string[] = []
  const rows = JSON.stringify([{ id: 7, note: 'x'.repeat(characters) }])
  const sql = {
    query: async (name: string) => {
      names.push(name)
      return [{ rows, gone: '[]' }]
    },
  } as unknown as Sql
  return { sql, names }
}

test('a list is read once for all users who see the same of it', async () => {
  const { sql, names } = aDatabase()
  const users = Array.from({ length: 200 }, (_, at) => aUser(at % 2 ? 'administrator' : 'dispatcher', AREAS))
  const rowsOf = await readRowsFor(sql, [driverChange(1), driverChange(2)], users, NOW)
  expect(names.length).toBe(new Set(names).size)
  for (const user of users) expect(rowsOf(user)).toContain('"list":"drivers.list"')
})

test('a user receives rows only of lists that the user may see', async () => {
  const { sql } = aDatabase()
  const [all, one] = [aUser('administrator', AREAS), aUser('driver', ['maintenance'])]
  const rowsOf = await readRowsFor(sql, [driverChange(1)], [all, one], NOW)
  expect(rowsOf(all)).toContain('users.list')
  expect(rowsOf(one)).not.toMatch(/drivers.list|users/)
})

test('a user whose rows were not read has none: another visibility is never sent instead', async () => {
  const { sql } = aDatabase()
  const rowsOf = await readRowsFor(sql, [driverChange(1)], [aUser('driver', ['maintenance'])], NOW)
  expect(rowsOf(aUser('administrator', AREAS))).toBe('null')
})

test('after too many changes, and with too large rows, devices request the rows', async () => {
  const user = aUser('administrator', AREAS)
  const many = aDatabase()
  const changes = Array.from({ length: 201 }, (_, at) => driverChange(at))
  expect((await readRowsFor(many.sql, changes, [user], NOW))(user)).toBe('null')
  expect(many.names).toEqual([])
  const { sql } = aDatabase(64 * 1024)
  expect((await readRowsFor(sql, [driverChange(1)], [user], NOW))(user)).toBe('null')
})

test('after too many changes in areas that no list of a user shows, there is nothing to request', async () => {
  const { sql } = aDatabase()
  const user = aUser('driver', [])
  const days = Array.from({ length: 300 }, (_, at) => ({ ...driverChange(at), area: 'schedule' }))
  expect((await readRowsFor(sql, days, [user], NOW))(user)).toBe('[]')
})
