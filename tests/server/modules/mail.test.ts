import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { type SenderParts, sendDue, startMailSender } from '#server/modules/mail/mail-sender.ts'
import { queueMail, queueResetFor } from '#server/modules/mail/mail-service.ts'
import type { Mail } from '#server/providers/mail/mail.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables, openTestDb } from '#tests/support/server/database.ts'
import { type Mailbox, mailbox, refused } from '#tests/support/server/mailbox.ts'

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

test('a mail is sent once its transaction is committed and announced, and never when that is undone', async () => {
  const sender = startMailSender(parts())
  await expect(
    db.tx(async (sql) => {
      await queueMail(sql, ruth, 'welcome', now)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await db.tx((sql) => queueMail(sql, ruth, 'reset', now))
  db.announce()
  await box.has(1)
  await sender.stop()
  expect(box.sent.map(({ subject }) => subject)).toEqual(['Set a new Haulyard password'])
  expect(await waiting()).toEqual([])
})

test('a mail that is to wait is sent when its time comes, though nobody announces it', async () => {
  const looks = vi.spyOn(db, 'query')
  const sender = startMailSender({ ...parts(), pollMs: 5 })
  await queueResetFor(db, 'RUTH@haulyard.example', now, 2000)
  const before = looks.mock.calls.length
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(before + 2)
  expect(box.sent).toEqual([])
  now = new Date(NOW.getTime() + 2000)
  await box.has(1)
  await sender.stop()
  looks.mockRestore()
  expect(await waiting()).toEqual([])
})

test('while the database is away the sender rests, and says so once', async () => {
  const looks = vi.spyOn(db, 'query').mockRejectedValue(new Error('away'))
  const sender = startMailSender({ ...parts(), pollMs: 1 })
  await pause(50)
  await sender.stop()
  looks.mockRestore()
  expect(logged.map(({ level }) => level)).toEqual(['error'])
})

test('what waited while no server ran is sent at the start', async () => {
  await queueMail(db, ruth, 'welcome', now)
  const sender = startMailSender(parts())
  await box.has(1)
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

/** A sending that has begun and goes on until `fallen` is resolved. */
async function sendSlowly() {
  const fallen = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const send = () => {
    begun.resolve()
    return fallen.promise
  }
  const first = sendDue(parts({ send }))
  await begun.promise
  return { first, fallen }
}

/** That sending comes through after all; the mail that waits then goes out once, when its time has come. */
async function comesThrough(
  { first, fallen }: Awaited<ReturnType<typeof sendSlowly>>,
  { attempts, dueAt }: { readonly attempts: number; readonly dueAt: Date },
) {
  fallen.resolve()
  await first
  expect(await waiting()).toEqual([{ attempts }])
  now = dueAt
  await sendDue(parts())
  expect(box.sent).toHaveLength(1)
  expect(await waiting()).toEqual([])
}

test('one mail of a kind waits for a person, however many ask at once', async () => {
  const asked = Array.from({ length: 6 }, () => queueMail(db, ruth, 'reset', now))
  await Promise.all([...asked, queueResetFor(db, 'ruth@haulyard.example', now, 0), queueMail(db, ruth, 'welcome', now)])
  expect(await waiting()).toHaveLength(2)
})

test('who asks again while the mail is being sent is sent another one', async () => {
  await queueMail(db, ruth, 'reset', now)
  const slow = await sendSlowly()
  await queueMail(db, ruth, 'reset', now)
  box.failures.push(refused())
  await sendDue(parts())
  // The new one is at its first attempt as the old one was, and is not taken for it.
  await comesThrough(slow, { attempts: 1, dueAt: later(1) })
})

test('who asks again while the mail waits for its next attempt waits no longer', async () => {
  await queueMail(db, ruth, 'reset', now)
  box.failures.push(refused())
  await sendDue(parts())
  now = later(0.5)
  await queueMail(db, ruth, 'reset', now)
  expect(await waiting()).toEqual([{ attempts: 0 }])
  await sendDue(parts())
  expect(box.sent).toHaveLength(1)
})

test('of several mails that waited before there could be only one the latest stays', async () => {
  const text = readMigrations().find(({ name }) => name === '0005-mail-and-links.sql')?.text ?? ''
  await db.script(null, 'drop index outgoing_mail_person')
  const put = (kind: string, attempts: number) =>
    db.query(
      'test.put',
      'insert into outgoing_mail (user_id, kind, attempts, due_at, created_at) values ($1, $2, $3, $4, $4)',
      [ruth, kind, attempts, now.toISOString()],
    )
  for (const attempts of [1, 2, 3]) await put('reset', attempts)
  await put('welcome', 4)
  await db.script(null, text)
  expect(await waiting()).toEqual([{ attempts: 3 }, { attempts: 4 }])
  await expect(put('reset', 5)).rejects.toMatchObject({ constraint: 'outgoing_mail_person' })
  const asItIs = 'create unique index outgoing_mail_person on outgoing_mail (user_id, kind, about, to_address)'
  await db.script(null, `drop index outgoing_mail_person; ${asItIs}`)
})

test('what a server left behind in the middle of a sending is sent by another one, later', async () => {
  await queueMail(db, ruth, 'reset', now)
  const slow = await sendSlowly()
  await sendDue(parts())
  expect(box.sent).toEqual([])
  now = later(10)
  box.failures.push(refused())
  await sendDue(parts())
  // The first one comes through after all, with a link that is dead by now: that mail does not count.
  await comesThrough(slow, { attempts: 2, dueAt: later(15) })
})

test('a mail that is refused is tried again after longer and longer, with a new link each time', async () => {
  await queueMail(db, ruth, 'reset', now)
  box.failures.push(refused(), refused('EENVELOPE 451'))
  await sendDue(parts())
  for (const minutes of [0.9, 1, 5.9]) {
    now = later(minutes)
    await sendDue(parts())
    expect(box.sent, `${minutes}`).toEqual([])
  }
  now = later(6)
  await sendDue(parts())
  expect(box.sent).toHaveLength(1)
  expect(logged.map(({ level, details }) => [level, (details as { code: string }).code])).toEqual([
    ['warn', 'ECONNECTION'],
    ['warn', 'EENVELOPE 451'],
  ])
  expect(JSON.stringify(logged)).not.toContain('ruth')
})

test('after a day of refusals a mail is given up, and that is said', async () => {
  await queueMail(db, ruth, 'reset', now)
  for (let minutes = 0; (await waiting()).length > 0 && minutes < 2 * 24 * 60; minutes += 60) {
    now = later(minutes)
    box.failures.push(refused())
    await sendDue(parts())
  }
  expect(await waiting()).toEqual([])
  expect(now.getTime() - NOW.getTime()).toBeLessThanOrEqual(24 * 60 * MINUTE_MS)
  expect(logged.at(-1)).toMatchObject({ level: 'error', message: expect.stringContaining('given up') })
  expect(box.sent).toEqual([])
})

test('one mail that is refused holds up no other', async () => {
  await queueMail(db, ruth, 'reset', now)
  await queueMail(db, await hire(db, { email: 'greg@haulyard.example' }), 'reset', later(0))
  box.failures.push(refused())
  await sendDue(parts())
  expect(box.sent).toHaveLength(1)
})

test('who was made inactive or deleted since is sent nothing', async () => {
  const greg = await hire(db)
  await queueMail(db, ruth, 'welcome', now)
  await queueMail(db, greg, 'welcome', now)
  await db.query('test.deactivate', 'update users set is_active = false where id = $1', [ruth])
  await db.query('test.delete', 'delete from users where id = $1', [greg])
  await sendDue(parts())
  expect(box.sent).toEqual([])
  expect(await waiting()).toEqual([])
})

test('a stop waits for the mail on its way, and begins no other', async () => {
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
