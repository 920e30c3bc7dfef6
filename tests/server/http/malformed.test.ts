import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomFrom } from '#server/demo/random.ts'
import type { FuzzedSite } from '#tests/fuzz/fuzzed-site.ts'
import { judge, promiseBroken } from '#tests/fuzz/judge.ts'
import type { MalformedRequest } from '#tests/fuzz/malformed-request.ts'
import { replayPack } from '#tests/fuzz/packs.ts'
import { reportLines } from '#tests/fuzz/report.ts'
import { fuzzRound, ROUND_REQUESTS } from '#tests/fuzz/round.ts'
import { smallest } from '#tests/fuzz/smallest.ts'
import { placesChanged, tablesPrint } from '#tests/fuzz/tables-print.ts'
import { Tally } from '#tests/fuzz/tally.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const SEED = 'a'

describe('malformed requests', () => {
  const tally = new Tally()

  beforeAll(() => fuzzRound({ seed: SEED, number: 1, requests: ROUND_REQUESTS }, tally), 240_000)

  test('break no promise: no failure, a refusal in words, nothing written by it', () => {
    expect(tally.breaches.size, reportLines(tally, SEED).join('\n')).toBe(0)
  })

  test('are judged, and not just too many', () => {
    expect(tally.requests).toBe(ROUND_REQUESTS)
    expect(tally.judged).toBeGreaterThan(0.95)
  })

  test('come far enough to be refused for many reasons, and some to be taken', () => {
    expect([...tally.byStatus.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 405, 415, 429]))
    expect(tally.packsCompared).toBeGreaterThan(20)
    expect(tally.packsCompared).toBe(tally.packs)
  })
})

const answered = (status: number, body: unknown, over: object = {}) => ({
  ...{ status, type: 'application/json; charset=utf-8', text: JSON.stringify(body), ms: 3 },
  ...over,
})
const judged = (...answer: Parameters<typeof answered>) => judge({ method: 'POST' }, answered(...answer))

describe('an answer to a malformed request', () => {
  test('may not be a failure, but the one that is documented', () => {
    expect(judged(500, { detail: 'Something went wrong.' })).toBe('answered with 500')
    expect(judged(503, { detail: 'The database is not available.' })).toBe('answered with 503')
    expect(judged(503, { detail: 'No telematics vendor is set up.' })).toBeNull()
  })

  test('says by field or in one sentence why it refuses', () => {
    expect(judged(400, { email: ['Enter a text.'], driver: { rate: ['Enter a number.'] } })).toBeNull()
    expect(judged(400, { truck: ['Somebody has it.'], held_by: { id: 1 } })).toBeNull()
    expect(judged(404, { detail: 'Not found.' })).toBeNull()
    for (const body of [{}, [], null, { email: 'Enter a text.' }, { email: [] }, { driver: {} }, { email: [7] }]) {
      expect(judged(400, body), JSON.stringify(body)).toMatch(/no shape/)
    }
    expect(judged(404, { detail: ['Not found.'] })).toMatch(/no shape/)
    expect(judged(404, {}, { type: 'text/html' })).toMatch(/no JSON/)
    expect(judged(404, {}, { text: '{' })).toMatch(/no shape/)
  })

  test('of HEAD has no words, which are asked for by GET', async () => {
    const asked: string[] = []
    const site = (body: object, status = 503): FuzzedSite => ({
      ...aSite({}),
      send: async ({ method }) => {
        asked.push(method)
        return answered(status, body)
      },
    })
    const head = aRequest({ method: 'HEAD' })
    const silent = answered(503, null, { text: '' })
    expect(await promiseBroken(site({ detail: 'No telematics vendor is set up.' }), head, silent)).toBeNull()
    expect(await promiseBroken(site({ detail: 'Something.' }), head, silent)).toBe('answered with 503')
    expect(await promiseBroken(site({}, 200), head, silent)).toBe('answered with 503')
    expect(asked).toEqual(['GET', 'GET', 'GET'])
  })

  test('does not let its sender wait', () => {
    expect(judged(200, {}, { ms: 5001 })).toBe('an answer took more than 5 s')
  })
})

describe('what a refused request may leave behind', () => {
  let site: TestApp
  let user: number
  beforeAll(async () => {
    site = await testApp()
    user = await hire(site.db)
  })
  afterAll(() => site.close())

  const places = async (statement: string) => {
    const before = await tablesPrint(site.db, site.files.kept)
    await site.db.script(null, statement.replace('$user', `${user}`))
    return placesChanged(before, await tablesPrint(site.db, site.files.kept))
  }
  const noted = (kind: string) => places(`insert into security_events (at, kind) values (now(), '${kind}')`)
  const answeredWith = (status: number) =>
    places(`insert into idempotency (user_id, key, fingerprint, status)
      values ($user, gen_random_uuid(), 'x', ${status})`)

  test('is that it was refused, and what was answered', async () => {
    for (const kind of ['access_refused', 'sign_in_refused', 'sign_in_throttled', 'password_refused'])
      expect(await noted(kind), kind).toEqual([])
    expect(await answeredWith(400)).toEqual([])
  })

  test('is no other event, no mail, and no answer to a change that was made', async () => {
    expect(await noted('role_changed')).toEqual(['security_events'])
    expect(await answeredWith(200)).toEqual(['idempotency'])
    const mail = `insert into outgoing_mail (user_id, kind, due_at, created_at) values ($user, 'reset', now(), now())`
    expect(await places(mail)).toEqual(['outgoing_mail'])
  })
})

const aRequest = (over: Partial<MalformedRequest> = {}): MalformedRequest => ({
  ...{ call: 'contacts.create', who: 'editor', method: 'POST', url: '/api/dashboard/contacts/' },
  ...{ headers: {}, body: Buffer.from('{}'), address: '10.0.0.1' },
  ...over,
})

/** A server that answers, and writes one row, as it is told for each path. */
function aSite(told: Readonly<Record<string, { readonly statuses: readonly number[]; readonly writes?: true }>>) {
  let rows = 0
  const seen = new Map<string, number>()
  const site: FuzzedSite = {
    async send({ url }) {
      const times = seen.get(url) ?? 0
      seen.set(url, times + 1)
      const { statuses = [400], writes = false } = told[url] ?? {}
      if (writes) rows += 1
      return answered(statuses[Math.min(times, statuses.length - 1)] ?? 400, {})
    },
    ready: async () => undefined,
    print: async () => new Map([['contacts', `${rows}`]]),
    close: async () => undefined,
  }
  return site
}

describe('refused requests that are sent again', () => {
  const replay = (site: FuzzedSite, ...urls: readonly string[]) =>
    replayPack(
      site,
      randomFrom('a'),
      urls.map((url) => aRequest({ url })),
    )

  test('are found out when one of them wrote, and it is named', async () => {
    const site = aSite({ '/b/': { statuses: [400], writes: true } })
    const { written } = await replay(site, '/a/', '/b/', '/c/')
    expect(written.map(({ request, places }) => [request.url, places])).toEqual([['/b/', ['contacts']]])
  })

  test('are those, too, of which there were too many', async () => {
    const { written } = await replay(aSite({ '/b/': { statuses: [429], writes: true } }), '/a/', '/b/')
    expect(written.map(({ request }) => request.url)).toEqual(['/b/'])
  })

  test('are compared without those that are taken this time', async () => {
    const site = aSite({ '/b/': { statuses: [201], writes: true } })
    expect(await replay(site, '/a/', '/b/', '/c/')).toEqual({ isCompared: true, sent: 5, written: [] })
  })

  test('have a key of their own, for under the old one they would only be answered', async () => {
    const keys: unknown[] = []
    const site = aSite({})
    const listening: FuzzedSite = {
      ...site,
      send: (request) => {
        keys.push(request.headers['idempotency-key'])
        return site.send(request)
      },
    }
    const KEY = '"019af3b0-0000-7000-8000-000000000001"'
    await replayPack(listening, randomFrom('a'), [aRequest({ headers: { 'idempotency-key': KEY } })])
    expect(keys).toEqual([expect.stringMatching(/^"[0-9a-f-]{36}"$/)])
    expect(keys).not.toEqual([KEY])
  })
})

test('a finding is told by the least of its request that still shows it', async () => {
  const request = aRequest({
    url: '/api/drivers/?a=1&b=2',
    headers: { 'if-match': '"1"', 'content-type': 'application/json' },
    body: Buffer.from('{"a":1,"b":{"c":2}}'),
  })
  const isStill = async ({ url, body }: MalformedRequest) => url.includes('b=2') && String(body).includes('"b"')
  expect(await smallest(request, isStill)).toMatchObject({
    url: '/api/drivers/?b=2',
    headers: {},
    body: Buffer.from('{"b":{"c":2}}'),
  })
})
