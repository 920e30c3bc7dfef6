import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomFrom } from '#server/demo/random.ts'
import type { FuzzedSite } from '#tests/fuzz/fuzzed-site.ts'
import { brokenPromise, judge } from '#tests/fuzz/judge.ts'
import type { MalformedRequest } from '#tests/fuzz/malformed-request.ts'
import { replayPack } from '#tests/fuzz/packs.ts'
import { reportLines } from '#tests/fuzz/report.ts'
import { fuzzRound, ROUND_REQUESTS } from '#tests/fuzz/round.ts'
import { smallestRequest } from '#tests/fuzz/smallest-request.ts'
import { changedPlaces, tablesPrint } from '#tests/fuzz/tables-print.ts'
import { Tally } from '#tests/fuzz/tally.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const SEED = 'a'

describe('malformed requests', () => {
  const tally = new Tally()

  beforeAll(() => fuzzRound({ seed: SEED, number: 1, requests: ROUND_REQUESTS }, tally), 240_000)

  test('cause no server error and no write, and are refused in words', () => {
    expect(tally.breaches.size, reportLines(tally, SEED).join('\n')).toBe(0)
  })

  test('are nearly all judged, not throttled', () => {
    expect(tally.requests).toBe(ROUND_REQUESTS)
    expect(tally.judged).toBeGreaterThan(0.95)
  })

  test('are refused for many reasons, and some are accepted', () => {
    expect([...tally.byStatus.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 405, 415, 429]))
    expect(tally.packsCompared).toBeGreaterThan(20)
    expect(tally.packsCompared).toBe(tally.packs)
  })
})

const aResponse = (status: number, body: unknown, over: object = {}) => ({
  ...{ status, type: 'application/json; charset=utf-8', text: JSON.stringify(body), ms: 3 },
  ...over,
})
const judgment = (...answer: Parameters<typeof aResponse>) => judge({ method: 'POST' }, aResponse(...answer))

describe('the judge of responses to malformed requests', () => {
  test('accepts no server error except the documented one', () => {
    expect(judgment(500, { detail: 'Something went wrong.' })).toBe('answered with 500')
    expect(judgment(503, { detail: 'The database is not available.' })).toBe('answered with 503')
    expect(judgment(503, { detail: 'No telematics vendor is set up.' })).toBeNull()
  })

  test('accepts only refusals by field or in one sentence', () => {
    expect(judgment(400, { email: ['Enter a text.'], driver: { rate: ['Enter a number.'] } })).toBeNull()
    expect(judgment(400, { truck: ['Somebody has it.'], held_by: { id: 1 } })).toBeNull()
    expect(judgment(404, { detail: 'Not found.' })).toBeNull()
    for (const body of [{}, [], null, { email: 'Enter a text.' }, { email: [] }, { driver: {} }, { email: [7] }]) {
      expect(judgment(400, body), JSON.stringify(body)).toMatch(/no shape/)
    }
    expect(judgment(404, { detail: ['Not found.'] })).toMatch(/no shape/)
    expect(judgment(404, {}, { type: 'text/html' })).toMatch(/no JSON/)
    expect(judgment(404, {}, { text: '{' })).toMatch(/no shape/)
  })

  test('repeats a HEAD request as GET to read the reason of its response', async () => {
    const methods: string[] = []
    const site = (body: object, status = 503): FuzzedSite => ({
      ...aSite({}),
      send: async ({ method }) => {
        methods.push(method)
        return aResponse(status, body)
      },
    })
    const head = aRequest({ method: 'HEAD' })
    const silent = aResponse(503, null, { text: '' })
    expect(await brokenPromise(site({ detail: 'No telematics vendor is set up.' }), head, silent)).toBeNull()
    expect(await brokenPromise(site({ detail: 'Something.' }), head, silent)).toBe('answered with 503')
    expect(await brokenPromise(site({}, 200), head, silent)).toBe('answered with 503')
    expect(methods).toEqual(['GET', 'GET', 'GET'])
  })

  test('accepts no response that took more than five seconds', () => {
    expect(judgment(200, {}, { ms: 5001 })).toBe('an answer took more than 5 s')
  })
})

describe('what a refused request is allowed to write', () => {
  let site: TestApp
  let user: number
  beforeAll(async () => {
    site = await testApp()
    user = await hire(site.db)
  })
  afterAll(() => site.close())

  const places = async (statement: string) => {
    const before = await tablesPrint(site.db, site.files.bytesByName)
    await site.db.script(null, statement.replace('$user', `${user}`))
    return changedPlaces(before, await tablesPrint(site.db, site.files.bytesByName))
  }
  const noted = (kind: string) => places(`insert into security_events (at, kind) values (now(), '${kind}')`)
  const answeredWith = (status: number) =>
    places(`insert into idempotency (user_id, key, fingerprint, status)
      values ($user, gen_random_uuid(), 'x', ${status})`)

  test('includes the event of its refusal and the stored response', async () => {
    for (const kind of ['access_refused', 'sign_in_refused', 'sign_in_throttled', 'password_refused'])
      expect(await noted(kind), kind).toEqual([])
    expect(await answeredWith(400)).toEqual([])
  })

  test('includes no other event, no mail, and no stored response of a successful change', async () => {
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

/** A server that responds with the given statuses of each path, and writes one row for paths with `writes`. */
function aSite(responses: Readonly<Record<string, { readonly statuses: readonly number[]; readonly writes?: true }>>) {
  let rows = 0
  const seen = new Map<string, number>()
  const site: FuzzedSite = {
    async send({ url }) {
      const times = seen.get(url) ?? 0
      seen.set(url, times + 1)
      const { statuses = [400], writes = false } = responses[url] ?? {}
      if (writes) rows += 1
      return aResponse(statuses[Math.min(times, statuses.length - 1)] ?? 400, {})
    },
    ready: async () => undefined,
    print: async () => new Map([['contacts', `${rows}`]]),
    close: async () => undefined,
  }
  return site
}

describe('the replay of refused requests', () => {
  const replay = (site: FuzzedSite, ...urls: readonly string[]) =>
    replayPack(
      site,
      randomFrom('a'),
      urls.map((url) => aRequest({ url })),
    )

  test('finds and names the request that wrote', async () => {
    const site = aSite({ '/b/': { statuses: [400], writes: true } })
    const { written } = await replay(site, '/a/', '/b/', '/c/')
    expect(written.map(({ request, places }) => [request.url, places])).toEqual([['/b/', ['contacts']]])
  })

  test('includes throttled requests', async () => {
    const { written } = await replay(aSite({ '/b/': { statuses: [429], writes: true } }), '/a/', '/b/')
    expect(written.map(({ request }) => request.url)).toEqual(['/b/'])
  })

  test('ignores requests that are accepted this time', async () => {
    const site = aSite({ '/b/': { statuses: [201], writes: true } })
    expect(await replay(site, '/a/', '/b/', '/c/')).toEqual({ isCompared: true, sent: 5, written: [] })
  })

  test('gives each request a new idempotency key, because the old key would only repeat the stored response', async () => {
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

test('a finding is reported with the smallest request that still shows it', async () => {
  const request = aRequest({
    url: '/api/drivers/?a=1&b=2',
    headers: { 'if-match': '"1"', 'content-type': 'application/json' },
    body: Buffer.from('{"a":1,"b":{"c":2}}'),
  })
  const isStill = async ({ url, body }: MalformedRequest) => url.includes('b=2') && String(body).includes('"b"')
  expect(await smallestRequest(request, isStill)).toMatchObject({
    url: '/api/drivers/?b=2',
    headers: {},
    body: Buffer.from('{"b":{"c":2}}'),
  })
})
