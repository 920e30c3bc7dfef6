import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { type SenderParts, sendDue, startMailSender } from '#server/modules/mail/mail-sender.ts'
import { queueMail } from '#server/modules/mail/mail-service.ts'
import { centralTime, mailWithLink } from '#server/modules/mail/mail-words.ts'
import type { Mail } from '#server/providers/mail/mail.ts'
import { hire } from '#tests/support/company.ts'
import { emptyTables, openTestDb } from '#tests/support/database.ts'
import { linkOf, type Mailbox, mailbox, refused } from '#tests/support/mailbox.ts'

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
const TO = { id: 7, first_name: 'Ruth', last_name: 'Callahan', email: 'ruth@haulyard.example' }
const LINK = { address: 'https://yard.example', token: 'a-token', expiresAt: NOW }

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

test('what a server left behind in the middle of a sending is sent by another one, later', async () => {
  await queueMail(db, ruth, 'reset', now)
  const fallen = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const hanging = {
    send: () => {
      begun.resolve()
      return fallen.promise
    },
  }
  const first = sendDue(parts(hanging))
  await begun.promise
  await sendDue(parts())
  expect(box.sent).toEqual([])
  now = later(10)
  box.failures.push(refused())
  await sendDue(parts())
  // The first one comes through after all, with a link that is dead by now: that mail does not count.
  fallen.resolve()
  await first
  expect(await waiting()).toEqual([{ attempts: 2 }])
  now = later(15)
  await sendDue(parts())
  expect(box.sent).toHaveLength(1)
  expect(await waiting()).toEqual([])
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

test('the mail says in Central time until when its link holds', () => {
  expect(centralTime(NOW)).toBe('Saturday, November 21, 2026, 9:00 AM Central')
  expect(centralTime(new Date('2026-07-04T17:05:00Z'))).toBe('Saturday, July 4, 2026, 12:05 PM Central')
  for (const kind of ['welcome', 'reset'] as const) {
    const { text, html, link } = mailWithLink(kind, TO, LINK)
    expect(link).toBe('https://yard.example/new-password?uid=7&token=a-token')
    for (const part of [text, html.replaceAll('&amp;', '&')]) {
      expect(part).toContain('Hello Ruth,')
      expect(part).toContain(link)
      expect(part).toContain('works once, until Saturday, November 21, 2026, 9:00 AM Central')
    }
  }
})

test('nothing in a mail is fetched, and a name is no markup', () => {
  const { html } = mailWithLink('reset', { ...TO, first_name: '<img src=x>"&' }, LINK)
  expect(html).not.toMatch(/<img|<script|<link|src=(?!x&gt;)|url\(/)
  expect(html).toContain('&lt;img src=x&gt;&quot;&amp;')
})

test('a name of several lines is one line in the text', () => {
  const { text } = mailWithLink('reset', { ...TO, first_name: 'Ruth\r\nBcc: x@y.example\u2028' }, LINK)
  expect(text.split('\n')[0]).toBe('Hello Ruth Bcc: x@y.example,')
  expect(linkOf(mailWithLink('reset', TO, LINK))).toEqual({ uid: '7', token: 'a-token' })
})
