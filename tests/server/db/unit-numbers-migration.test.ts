import { expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { emptyTestDb } from '#tests/support/server/database.ts'

const known = readMigrations()
const BEFORE = known.findIndex(({ name }) => name.endsWith('-unit-numbers.sql'))

const listed = async (db: Db, columns: string, from: string) =>
  (await db.query(`listed.${from}`, `select ${columns} from ${from}`)).map(Object.values)

// One database for all checks: creating a database takes longer than the migrations.
test('the migration gives units unique numbers and keeps former numbers from history; duplicate ids of other systems stay and are marked', async () => {
  const old = await emptyTestDb()
  try {
    await migrate(old, known.slice(0, BEFORE))
    await old.script(
      null,
      `insert into units (id, kind, unit_number) values ('A1', 'truck', 'TL 1001'), ('205', 'truck', '305'),
         ('7', 'truck', '7'), ('bare', 'truck', null);
       insert into units (id, kind) values ('TL-1001', 'trailer'), ('TL-1002', 'trailer'), ('R 1', 'trailer'),
         ('r-1', 'trailer');
       insert into history (area, record_id, version, at, field, from_value, to_value) values
         ('trucks', '205', 1, '2026-01-01T12:00:00Z', 'unit_number', 'null', '"205"'),
         ('trucks', '205', 2, '2026-02-02T03:00:00Z', 'unit_number', '"205"', '"250"'),
         ('trucks', '205', 3, '2026-03-01T12:00:00Z', 'unit_number', '"250"', '"305"'),
         ('trucks', '7', 2, '2026-01-01T12:00:00Z', 'unit_number', '"6"', '"7"'),
         ('trucks', '7', 3, '2026-01-02T12:00:00Z', 'is_deleted', 'false', 'true'),
         ('trucks', 'gone', 2, '2026-01-01T12:00:00Z', 'unit_number', '"6"', '"8"')`,
    )
    await old.script(
      null,
      `insert into users (id, first_name, last_name, sort_name, email, phone, role)
         values (1, 'Greg', 'Novak', 'greg novak', 'Greg@haulyard.example', '1', 'fleet_manager'),
           (2, 'A', 'Driver', '', 'a@haulyard.example', '', 'driver'), (3, 'B', 'Driver', '', 'b@haulyard.example', '', 'driver');
       insert into drivers (id, user_id, position, gomotive_id) values (1, 2, 'lease', 7), (2, 3, 'lease', 7);
       update units set gomotive_id = 11, pilot_flying_j_truck = case id when '7' then 21 end where id in ('205', '7', 'TL-1001');
       update units set fleet_manager_name = 'Greg Novak', fleet_manager_email = 'greg@haulyard.example',
         fleet_manager_phone = case id when '7' then '2' else '1' end where id in ('205', '7')`,
    )
    await migrate(old, known)
    expect(await listed(old, 'id', 'units where gomotive_is_shared order by id')).toEqual([['205'], ['7']])
    expect(await listed(old, 'id', 'units where fuel_id_is_shared')).toEqual([])
    expect(await listed(old, 'id', 'drivers where gomotive_is_shared order by id')).toEqual([[1], [2]])
    expect(await listed(old, 'id', 'units where fleet_manager_id = 1')).toEqual([['205']])
    expect(await listed(old, 'id, unit_number', 'units order by id collate "C"')).toEqual([
      ['205', '305'],
      ['7', '7'],
      ['A1', 'TL 1001'],
      ['R 1', null],
      ['TL-1001', null],
      ['TL-1002', 'TL-1002'],
      ['bare', 'bare'],
      ['r-1', null],
    ])
    expect(await listed(old, 'unit_id, number, since, until', 'former_unit_numbers order by id')).toEqual([
      ['205', '205', null, '2026-02-01'],
      ['205', '250', '2026-02-01', '2026-03-01'],
    ])
  } finally {
    await old.close()
  }
})
