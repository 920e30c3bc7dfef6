import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenHash } from '#server/base/opaque-token.ts'
import { Problem } from '#server/base/problem.ts'
import type { Db } from '#server/db/db.ts'
import { refreshSession } from '#server/modules/session/refresh-service.ts'
import { halfText, halvesKey, newHalf } from '#server/modules/session/refresh-token.ts'
import { aSource } from '#tests/support/builders/a-source.ts'
import { NOW, SECRET } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { openTestDb } from '#tests/support/server/database.ts'

let db: Db
let user: number
beforeAll(async () => {
  db = await openTestDb()
  user = await hire(db)
})
afterAll(() => db.close())

/** The delay, in seconds, after which a browser writes a cookie to disk. */
const WRITTEN_S = 30

/** Whether the session had a token in two halves from the sign-in, or began with a whole token (an older session). */
type Start = 'halves' | 'whole token'

/** A session with the cookie of one browser, in memory and on disk. */
class Device {
  readonly first = tokenHash(`${Math.random()}`)
  readonly id = crypto.randomUUID()
  now = NOW.getTime()
  /** Values of the cookie with the time of arrival. The last one is in memory. */
  jar: { readonly value: string; readonly at: number }[] = []

  async open(start: Start = 'halves') {
    const half = newHalf(0, NOW)
    const isWhole = start === 'whole token'
    await db.query(
      'test.open',
      `insert into sessions (id, user_id, refresh_hash, expires_at, turn, turn_nonce, turned_at)
       values ($1::uuid, $2, decode($3, 'hex'), $4::timestamptz + interval '60 days', $6::integer, $5,
         case when $6::integer is not null then $4::timestamptz end)`,
      [this.id, user, tokenHash(this.first), NOW.toISOString(), isWhole ? null : half.nonce, isWhole ? null : 0],
    )
    this.jar = [{ value: isWhole ? this.first : halfText(halvesKey(SECRET), this.id, half), at: 0 }]
    return this
  }
  get cookie() {
    return this.jar.at(-1)?.value ?? ''
  }
  later(seconds: number) {
    this.now += seconds * 1000
  }
  /** One refresh at the server. Returns the next cookie, or null for none. Rejects if the refresh is refused. */
  async ask(cookie: string): Promise<string | null> {
    const { next } = await refreshSession(db, SECRET, {
      refresh: this.first,
      cookies: [cookie],
      asCookie: 'lasting',
      source: aSource(),
      now: new Date(this.now),
    })
    return next
  }
  take(value: string | null) {
    if (value !== null) this.jar.push({ value, at: this.now })
  }
  /** Kills the browser: cookies that are not written to disk yet are lost. */
  kill() {
    const written = this.jar.filter(({ at }) => this.now - at >= WRITTEN_S * 1000)
    this.jar = written.length > 0 ? written : this.jar.slice(0, 1)
  }
}

type Step =
  | { readonly do: 'refresh'; readonly answer: 'comes' | 'lost' | 'late' }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'kill' }

/** Responses arrive, get lost, or arrive late, after another tab's response. Browsers are killed at any moment. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('refresh' as const),
    answer: fc.constantFrom('comes' as const, 'lost' as const, 'late' as const),
  }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 5, 29, 31, 59, 61, 120, 900, 86_400) }),
  fc.constant({ do: 'kill' as const }),
)

test('no lost or late response, second tab or killed browser signs a device out', async () => {
  const programs = fc.array(step, { minLength: 5, maxLength: 25 })
  const start = fc.constantFrom<Start>('halves', 'whole token')
  const run = async (from: Start, steps: readonly Step[]) => {
    const device = await new Device().open(from)
    let late: (string | null)[] = []
    for (const one of steps) {
      if (one.do === 'wait') {
        // No response takes longer than the timeout of a call.
        if (one.seconds > 20) late = []
        device.later(one.seconds)
      } else if (one.do === 'kill') {
        late = []
        device.kill()
      } else {
        const next = await device.ask(device.cookie)
        if (one.answer === 'comes') device.take(next)
        if (one.answer === 'late') late.push(next)
        else if (one.answer === 'comes') for (const answer of late.splice(0)) device.take(answer)
      }
    }
    await expect(device.ask(device.cookie)).resolves.toBeDefined()
  }
  await fc.assert(fc.asyncProperty(start, programs, run), { numRuns: 400 })
})
test('when two parties use the same cookie, the reuse is detected within three uses of each, and neither goes on', async () => {
  const pauses = fc.tuple(fc.integer({ min: 62, max: 50_000 }), fc.integer({ min: 62, max: 50_000 }))
  await fc.assert(
    fc.asyncProperty(pauses, fc.boolean(), async ([first, second], thiefFirst) => {
      const device = await new Device().open()
      const order = thiefFirst ? ['thief', 'owner'] : ['owner', 'thief']
      const cookieOf = new Map(order.map((party) => [party, device.cookie]))
      const use = async (party: string) => {
        const next = await device.ask(cookieOf.get(party) ?? '')
        if (next !== null) cookieOf.set(party, next)
      }
      const uses = async () => {
        for (let n = 0; n < 3; n++) {
          for (const [at, party] of order.entries()) {
            device.later(at === 0 ? first : second)
            await use(party)
          }
        }
      }
      await expect(uses()).rejects.toMatchObject({ status: 401, body: { code: 'token_reused' } })
      for (const party of order) await expect(use(party)).rejects.toBeInstanceOf(Problem)
    }),
    { numRuns: 60 },
  )
})
