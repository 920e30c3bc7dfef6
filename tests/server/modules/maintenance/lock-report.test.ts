import { beforeEach, expect, test } from 'vitest'
import type { Sql } from '#server/db/db.ts'
import { lockReportWithUnits } from '#server/modules/maintenance/lock-report.ts'
import { aTruck } from '#tests/support/builders/a-unit.ts'
import { yardForEach } from '#tests/support/yard/inspected-yard.ts'

const { site, yard } = yardForEach()
let id: number
beforeEach(async () => {
  await yard.greg('POST', '/api/trucks/', { body: aTruck('1043') })
  id = (await yard.made()).id
})

/** What somebody else does to a report, as statements of their own names. */
const BETWEEN = {
  moved: `update inspections set unit_id = '1043', unit_name = '1043' where id = $1`,
  deleted: 'delete from inspections where id = $1',
} as const
type Between = keyof typeof BETWEEN

/** Notes the names of statements in their order, and lets somebody come between: right after the unit's name was read. */
function watched(sql: Sql, names: string[], between?: Between): Sql {
  return {
    async query<Row>(name: string, text: string, params?: readonly unknown[]) {
      const rows = await sql.query<Row>(name, text, params)
      names.push(name)
      if (between && name === 'inspections.unit_name') await sql.query(`test.${between}`, BETWEEN[between], [id])
      return rows
    },
    afterCommit: (work) => sql.afterCommit(work),
  }
}
const locked = (names: string[], between?: Between, to?: string) =>
  site.db.tx((sql) => lockReportWithUnits(watched(sql, names, between), id, to))

test('the units are locked before the report, as whoever makes one does: nobody waits for the other', async () => {
  const names: string[] = []
  const { report, units } = await locked(names, undefined, '1043')
  expect(names).toEqual([
    'inspections.unit_name',
    'inspections.lock_units',
    'inspections.units_locked',
    'inspections.lock_report',
  ])
  expect([report.unit_name, units.map((unit) => unit.id)]).toEqual(['1042', ['1042', '1043']])
})

test('a report that was moved before its unit was locked is busy: its new unit is not locked', async () => {
  await expect(locked([], 'moved')).rejects.toMatchObject({
    status: 409,
    body: { detail: 'Somebody moves this inspection to another unit just now.' },
  })
})

test('a report that was deleted before its unit was locked is gone', async () => {
  await expect(locked([], 'deleted')).rejects.toMatchObject({ status: 404 })
})
