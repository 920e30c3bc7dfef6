import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Message } from '#server/providers/mail/mail.ts'
import { NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'
import { deliver, lenient } from '#tests/support/server/due-mail.ts'
import { linkOf, mailNotSent } from '#tests/support/server/mailbox.ts'

const OWN = 'ruth@haulyard.example'
let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  const ruth = await site.as(await hire(site.db, { role: 'administrator', email: OWN }))
  expect((await ruth('PATCH', '/api/users/users/me/', { body: { email: 'evil@evil.example' } })).status).toBe(200)
})

const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)
interface MailServer {
  readonly taken: Message[]
  readonly send: (message: Message) => Promise<void>
}
/** A mail server that accepts every mail. `isAnswerLost` decides each time whether its response is lost. */
const mailServer = (isAnswerLost: () => boolean): MailServer => {
  const taken: Message[] = []
  const send = async (message: Message) => {
    taken.push(message)
    if (isAnswerLost()) throw mailNotSent('ETIMEDOUT')
  }
  return { taken, send }
}
async function deliverAt(mail: MailServer, at: Date): Promise<void> {
  site.clock.now = at
  await deliver(site, mail, lenient)
}
const undo = (token: string) => site.signedOut('POST', '/api/auth/undo_email/', { body: { token } })

test('an owner is notified of the change even if no mail could be sent for two and a half days', async () => {
  const away = mailServer(() => true)
  for (let hour = 0; hour < 60; hour++) await deliverAt(away, minutes(hour * 60))
  const back = mailServer(() => false)
  await deliverAt(back, minutes(63 * 60))
  expect(back.taken.map(({ to }) => to.address)).toEqual([OWN])
  expect((await undo(linkOf(back.taken[0]!).token)).status).toBe(200)
})

test('the notice is given up when its link would have expired', async () => {
  const away = mailServer(() => true)
  for (let hour = 0; hour <= 72; hour++) await deliverAt(away, minutes(hour * 60))
  expect(await site.db.query('test.left', 'select kind from outgoing_mail')).toEqual([])
})

test('when a mail was sent five times because its responses were lost, the first one has a working link too', async () => {
  const mail: MailServer = mailServer(() => mail.taken.length < 5)
  for (let minute = 0; minute < 300; minute += 5) await deliverAt(mail, minutes(minute))
  expect(mail.taken).toHaveLength(5)
  expect((await undo(linkOf(mail.taken[0]!).token)).status).toBe(200)
  for (const message of mail.taken) expect((await undo(linkOf(message).token)).status).toBe(400)
})
