import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { sendDue } from '#server/modules/mail/mail-sender.ts'
import { queueDigests } from '#server/modules/mail/mail-service.ts'
import { hire, parkUnit } from '#tests/support/server/company.ts'
import { openOwnTestDb } from '#tests/support/server/database.ts'
import { mailbox } from '#tests/support/server/mailbox.ts'

const SIX_AM = new Date('2026-11-23T12:00:00Z')
const fail = (details: object, message: string) => {
  throw new Error(`${message}: ${JSON.stringify(details)}`)
}
let db: Db
beforeAll(async () => {
  db = await openOwnTestDb()
})
afterAll(() => db.close())

test('several processes that queue and send one morning’s digests at the same time send each reader one', async () => {
  await parkUnit(db, '1042', { status: 'on_service' })
  for (let n = 0; n < 20; n++) await hire(db, { email: `p${n}@haulyard.example`, view: ['trucks'] })
  await db.query('test.want', 'update users set wants_digest = true')
  const box = mailbox()
  const parts = {
    db,
    mail: box,
    address: 'https://yard.example',
    clock: () => SIX_AM,
    log: { warn: fail, error: fail },
  }
  // Each uses its own connection, as processes do. Some send while others still queue.
  const processes = Array.from({ length: 8 }, async () => {
    await queueDigests(db, SIX_AM)
    await sendDue(parts)
    await queueDigests(db, SIX_AM)
    await sendDue(parts)
  })
  await Promise.all(processes)
  expect(box.sent).toHaveLength(20)
  expect(new Set(box.sent.map(({ to }) => to.address)).size).toBe(20)
  expect(await db.query('test.days', 'select day from digest_days')).toEqual([{ day: '2026-11-23' }])
  expect(await db.query('test.left', 'select id from outgoing_mail')).toEqual([])
})
