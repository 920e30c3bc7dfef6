import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { type SenderParts, sendDue, startMailSender } from '#server/modules/mail/mail-sender.ts'
import { queueMail, queueResetFor } from '#server/modules/mail/mail-service.ts'
import type { Mail } from '#server/providers/mail/mail.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables, openTestDb } from '#tests/support/server/database.ts'
import { linkOf, type Mailbox, mailbox, mailNotSent } from '#tests/support/server/mailbox.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const MINUTE_MS = 60_000
let db: Db
let box: Mailbox
let now: Date
let ruth: number
let logged: { level: string; details: object; message: string }[]

beforeAll(async () => {
  db = await openTestDb()
})
afterAll(() => db.close())
beforeEach(async () => {
  await emptyTables(db)
  ruth = await hire(db, { first_name: 'Ruth', email: 'ruth@haulyard.example' })
  box = mailbox()
  now = NOW
  logged = []
})

const logger = (level: string) => (details: object, message: string) => void logged.push({ level, details, message })
const parts = (mail: Mail = box): SenderParts => ({
  db,
  mail,
  address: 'https://yard.example',
  clock: () => now,
  log: { warn: logger('warn'), error: logger('error') },
})
const later = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS)
const waiting = () => db.query<{ attempts: number }>('test.waiting', 'select attempts from outgoing_mail order by id')

test('a mail is sent once its transaction is committed and announced, and never after a rollback', async () => {
  const sender = startMailSender(parts())
  await expect(
    db.tx(async (sql) => {
      await queueMail(sql, ruth, 'welcome', now)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await db.tx((sql) => queueMail(sql, ruth, 'reset', now))
  db.announce()
  await box.waitForCount(1)
  await sender.stop()
  expect(box.sent.map(({ subject }) => subject)).toEqual(['Set a new Haulyard password'])
  expect(await waiting()).toEqual([])
})

test('a delayed mail is sent when it is due, without an announcement', async () => {
  const queries = vi.spyOn(db, 'query')
  const sender = startMailSender({ ...parts(), pollMs: 5 })
  await queueResetFor(db, 'RUTH@haulyard.example', now, 2000)
  const before = queries.mock.calls.length
  await expect.poll(() => queries.mock.calls.length).toBeGreaterThan(before + 2)
  expect(box.sent).toEqual([])
  now = new Date(NOW.getTime() + 2000)
  await box.waitForCount(1)
  await sender.stop()
  queries.mockRestore()
  expect(await waiting()).toEqual([])
})

test('while the database is unavailable, the sender pauses, and logs one error', async () => {
  const queries = vi.spyOn(db, 'query').mockRejectedValue(new Error('away'))
  const sender = startMailSender({ ...parts(), pollMs: 1 })
  await pause(50)
  await sender.stop()
  queries.mockRestore()
  expect(logged.map(({ level }) => level)).toEqual(['error'])
})

test('a mail queued while no server ran is sent at the start', async () => {
  await queueMail(db, ruth, 'welcome', now)
  const sender = startMailSender(parts())
  await box.waitForCount(1)
  await sender.stop()
  expect(box.sent[0]?.subject).toBe('Your Haulyard account')
})

test('several servers on one database send each mail once', async () => {
  for (let n = 0; n < 20; n++) await queueMail(db, await hire(db, { email: `p${n}@haulyard.example` }), 'welcome', now)
  await Promise.all(Array.from({ length: 4 }, () => sendDue(parts())))
  expect(new Set(box.sent.map(({ to }) => to.address)).size).toBe(20)
  expect(box.sent).toHaveLength(20)
  expect(await waiting()).toEqual([])
})

/** Begins to send a mail; the sending lasts until `finished` is resolved. */
async function beginSlowSending() {
  const finished = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const send = () => {
    begun.resolve()
    return finished.promise
  }
  const first = sendDue(parts({ send }))
  await begun.promise
  return { first, finished }
}

/** Lets the slow sending succeed; the mail that still waits is then sent once, when it is due. */
async function finishSlowSending(
  { first, finished }: Awaited<ReturnType<typeof beginSlowSending>>,
  { attempts, dueAt }: { readonly attempts: number; readonly dueAt: Date },
) {
  finished.resolve()
  await first
  expect(await waiting()).toEqual([{ attempts }])
  now = dueAt
  await sendDue(parts())
  expect(box.sent).toHaveLength(1)
  expect(await waiting()).toEqual([])
}

test('one mail of a kind waits for a user, however many requests arrive at the same time', async () => {
  const requests = Array.from({ length: 6 }, () => queueMail(db, ruth, 'reset', now))
  await Promise.all([
    ...requests,
    queueResetFor(db, 'ruth@haulyard.example', now, 0),
    queueMail(db, ruth, 'welcome', now),
  ])
  expect(await waiting()).toHaveLength(2)
})

test('a mail requested again while it is being sent is sent once more', async () => {
  await queueMail(db, ruth, 'reset', now)
  const slow = await beginSlowSending()
  await queueMail(db, ruth, 'reset', now)
  box.failures.push(mailNotSent())
  await sendDue(parts())
  // Both mails had their first attempt: the old one's success must not remove the new one.
  await finishSlowSending(slow, { attempts: 1, dueAt: later(1) })
})

test('a mail requested again while it waits for its next attempt is due immediately', async () => {
  await queueMail(db, ruth, 'reset', now)
  box.failures.push(mailNotSent())
  await sendDue(parts())
  now = later(0.5)
  await queueMail(db, ruth, 'reset', now)
  expect(await waiting()).toEqual([{ attempts: 0 }])
  await sendDue(parts())
  expect(box.sent).toHaveLength(1)
})

test('the migration keeps the latest of several waiting mails of a kind, and allows only one after that', async () => {
  const text = readMigrations().find(({ name }) => name === '0005-mail-and-links.sql')?.text ?? ''
  await db.script(null, 'drop index outgoing_mail_person')
  const queue = (kind: string, attempts: number) =>
    db.query(
      'test.put',
      'insert into outgoing_mail (user_id, kind, attempts, due_at, created_at) values ($1, $2, $3, $4, $4)',
      [ruth, kind, attempts, now.toISOString()],
    )
  for (const attempts of [1, 2, 3]) await queue('reset', attempts)
  await queue('welcome', 4)
  await db.script(null, text)
  expect(await waiting()).toEqual([{ attempts: 3 }, { attempts: 4 }])
  await expect(queue('reset', 5)).rejects.toMatchObject({ constraint: 'outgoing_mail_person' })
  const currentIndex = 'create unique index outgoing_mail_person on outgoing_mail (user_id, kind, about, to_address)'
  await db.script(null, `drop index outgoing_mail_person; ${currentIndex}`)
})

test('a mail that a server left in the middle of sending is sent later by another server', async () => {
  await queueMail(db, ruth, 'reset', now)
  const slow = await beginSlowSending()
  await sendDue(parts())
  expect(box.sent).toEqual([])
  now = later(10)
  box.failures.push(mailNotSent())
  await sendDue(parts())
  // The first sending succeeds after all, but its link no longer works: the mail is still sent again.
  await finishSlowSending(slow, { attempts: 2, dueAt: later(15) })
})

test('a mail that is refused is retried after growing delays, with a new link each time', async () => {
  const sending = vi.spyOn(box, 'send')
  await queueMail(db, ruth, 'reset', now)
  box.failures.push(mailNotSent(), mailNotSent('EENVELOPE 451'))
  await sendDue(parts())
  for (const minutes of [0.9, 1, 5.9]) {
    now = later(minutes)
    await sendDue(parts())
    expect(box.sent, `after ${minutes} minutes`).toEqual([])
  }
  now = later(6)
  await sendDue(parts())
  expect(box.sent).toHaveLength(1)
  const links = sending.mock.calls.map(([message]) => linkOf(message))
  expect(links).toEqual(Array(3).fill({ uid: String(ruth), token: expect.stringMatching(/./) }))
  expect(new Set(links.map(({ token }) => token)).size).toBe(3)
  expect(logged.map(({ level, details }) => [level, (details as { code: string }).code])).toEqual([
    ['warn', 'ECONNECTION'],
    ['warn', 'EENVELOPE 451'],
  ])
  expect(JSON.stringify(logged)).not.toContain('ruth')
})

test('after a day of refusals a mail is given up, and that is logged', async () => {
  await queueMail(db, ruth, 'reset', now)
  for (let minutes = 0; (await waiting()).length > 0 && minutes < 2 * 24 * 60; minutes += 60) {
    now = later(minutes)
    box.failures.push(mailNotSent())
    await sendDue(parts())
  }
  expect(await waiting()).toEqual([])
  expect(now.getTime() - NOW.getTime()).toBeLessThanOrEqual(24 * 60 * MINUTE_MS)
  expect(logged.at(-1)).toMatchObject({ level: 'error', message: expect.stringContaining('given up') })
  expect(box.sent).toEqual([])
})

test('a mail that is refused does not delay other mails', async () => {
  await queueMail(db, ruth, 'reset', now)
  await queueMail(db, await hire(db, { email: 'greg@haulyard.example' }), 'reset', later(0))
  box.failures.push(mailNotSent())
  await sendDue(parts())
  expect(box.sent).toHaveLength(1)
})

test('a user who became inactive or was deleted is sent nothing', async () => {
  const greg = await hire(db)
  await queueMail(db, ruth, 'welcome', now)
  await queueMail(db, greg, 'welcome', now)
  await db.query('test.deactivate', 'update users set is_active = false where id = $1', [ruth])
  await db.query('test.delete', 'delete from users where id = $1', [greg])
  await sendDue(parts())
  expect(box.sent).toEqual([])
  expect(await waiting()).toEqual([])
})

test('stopping waits for the mail in progress, and begins no other', async () => {
  await queueMail(db, ruth, 'reset', now)
  await queueMail(db, await hire(db), 'reset', now)
  const begun = Promise.withResolvers<void>()
  const through = Promise.withResolvers<void>()
  let isSent = false
  const slow = {
    send: async (_: unknown, signal?: AbortSignal) => {
      begun.resolve()
      await through.promise
      isSent = signal?.aborted === false
    },
  }
  const sender = startMailSender(parts(slow))
  await begun.promise
  const stopped = sender.stop()
  await turn()
  through.resolve()
  await stopped
  expect(isSent).toBe(true)
  expect(await waiting()).toHaveLength(1)
})
