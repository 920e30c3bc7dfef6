import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'
import { deliver } from '#tests/support/server/due-mail.ts'
import { linkOf, mailbox } from '#tests/support/server/mailbox.ts'

const USERS = '/api/users/users/'
const OWN = 'ruth@haulyard.example'
let site: TestApp
let boss: number
let ruth: number

beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await emptyTables(site.db)
  site.clock.now = NOW
  boss = await hire(site.db, { role: 'administrator' })
  ruth = await hire(site.db, { role: 'administrator', email: OWN })
})

/** The token of the link that restores the owner's address after a thief changed it. */
async function undoLink(): Promise<string> {
  const box = mailbox()
  await deliver(site, box)
  return linkOf(box.sent[0]).token
}

/** Sends `many` requests, each `turns` turns of the event loop after the one before. */
async function streamOf<T>(many: number, turns: number, send: (n: number) => Promise<T>): Promise<T[]> {
  const sent: Promise<T>[] = []
  for (let n = 0; n < many; n++) {
    sent.push(send(n))
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return Promise.all(sent)
}

const ROUNDS = [1, 2, 3, 5, 8, 12]

test.each(ROUNDS)(
  'no change that a thief sends while the owner restores the address is made after that (%i event loop turns apart)',
  async (turns) => {
    const thief = await site.as(ruth)
    expect((await thief('PATCH', `${USERS}me/`, { body: { email: 'evil@evil.example' } })).status).toBe(200)
    const token = await undoLink()
    const undoing = site.signedOut('POST', '/api/auth/undo_email/', { body: { token } })
    const change = (n: number) => thief('PATCH', `${USERS}${ruth}/`, { body: { email: `evil${n}@evil.example` } })
    const [undone] = await Promise.all([undoing, streamOf(10, turns, change)])
    expect(undone.status).toBe(200)
    const admin = await site.as(boss)
    expect((await admin('GET', `${USERS}${ruth}/`)).body.email).toBe(OWN)
  },
)

test.each(ROUNDS)(
  'an account creates no administrator after it was deactivated (%i event loop turns apart)',
  async (turns) => {
    const thief = await site.as(ruth)
    const admin = await site.as(boss)
    const newUser = (n: number) => ({
      first_name: 'Evil',
      last_name: `Twin ${n}`,
      email: `evil${n}@evil.example`,
      role: 'administrator',
      phone: '+1 312 555 0100',
      user_permissions: [],
      send_email: false,
      password: 'gravel-and-diesel-9',
    })
    const ending = admin('PATCH', `${USERS}${ruth}/`, { body: { is_active: false } }).then(async (answer) => {
      const [row] = await site.db.query<{ seq: string }>(
        'test.seq',
        'select coalesce(max(seq), 0)::text as seq from history',
      )
      return { answer, seq: Number(row?.seq) }
    })
    const [{ answer, seq }, sent] = await Promise.all([
      ending,
      streamOf(10, turns, (n) => thief('POST', USERS, { body: newUser(n) })),
    ])
    expect(answer.status).toBe(200)
    for (const { status } of sent) expect([201, 401, 403]).toContain(status)
    const late = await site.db.query(
      'test.late',
      `select h.record_id from history h join users u on u.id::text = h.record_id
     where h.area = 'users' and h.version = 1 and h.user_id = $1 and h.seq > $2::bigint`,
      [ruth, seq],
    )
    expect(late).toEqual([])
  },
)
