import { expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { emptyTestDb } from '#tests/support/database.ts'

const known = readMigrations()
const BEFORE = known.findIndex(({ name }) => name.endsWith('-unit-numbers.sql'))

const listed = async (db: Db, columns: string, from: string) =>
  (await db.query(`listed.${from}`, `select ${columns} from ${from}`)).map(Object.values)

// One database for all of it: to make one costs more than the migrations.
test('units are called by numbers that no two have, and by their histories’ former ones; doubles stay and are marked', async () => {
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
    await migrate(old, known)
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
