import { AREAS, type Area, type Role } from '#contract/wire/access.ts'
import type { Random } from '#server/demo/random.ts'
import { aPhoto } from '#tests/support/builders/a-photo.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver, type NewUser, planDay } from '#tests/support/server/company.ts'
import { type MalformedRequest, SENDERS, type Sender } from './malformed-request.ts'
import { KNOWN_UUIDS } from './sound-value.ts'
import { tablesPrint } from './tables-print.ts'

/** The response to a request. */
export interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly ms: number
}

/** A server that receives malformed requests. */
export interface FuzzedSite {
  /** Sends a request. Advances the clock, so that time limits rarely apply. Rejects when no response comes. */
  send(request: MalformedRequest): Promise<Answer>
  /** Signs the senders in for the next 300 requests. Call it before the first print: later sign-ins would write. */
  ready(): Promise<void>
  /** Hashes of the stored data, by place. Two prints are equal if no request wrote in between. */
  print(): Promise<ReadonlyMap<string, string>>
  close(): Promise<void>
}

const CLOCK_STEP_MS = 1000
const ANY = { burst: 1e9, perSecond: 1e9 }
/** Only a few calls upload file parts, and some of them should exceed the limit: a round is too short to refill it. */
const SLOW = { burst: 2, perSecond: 0.0001 }
/** The age at which a token is renewed. Tokens last for 15 minutes, so a younger one is valid until the next print. */
const TOKEN_MS = 10 * 60_000
/** A response that takes this long counts as missing. */
const HANGS_MS = 30_000

/** A complete server with its own small company, and the users who send requests. */
export async function openFuzzedSite(random: Random): Promise<FuzzedSite> {
  const site = await testApp({ sessionLimits: { reads: ANY, changes: ANY, downloads: ANY, uploads: SLOW } })
  await fillCompany(site)
  const people = new Senders(site, random.pick(AREAS))
  return {
    async send(request) {
      site.clock.now = new Date(site.clock.now.getTime() + CLOCK_STEP_MS)
      const token = await people.tokenOf(request.who)
      return injectRequest(site, request, token)
    },
    ready: () => people.ready(),
    print: () => tablesPrint(site.db, site.files.bytesByName),
    close: () => site.close(),
  }
}

/** Creates three drivers, a dispatcher, planned days, trucks, trailers, two inspections, a comment, and contacts. */
async function fillCompany(site: TestApp): Promise<void> {
  const { db } = site
  const admin = await hire(db, { role: 'administrator', email: 'ann@haulyard.example', view: AREAS, edit: AREAS })
  const manager = await hire(db, { role: 'fleet_manager', view: ['maintenance'], edit: ['maintenance'] })
  const dispatcher = await hireDispatcher(db)
  for (const _ of [1, 2, 3]) {
    const driver = await hireDriver(db, { dispatcher })
    for (const date of ['2026-11-20', '2026-11-21']) await planDay(db, { driver, date })
  }
  const as = await site.as(admin)
  const make = async (path: string, body: object) => {
    const { status, text } = await as('POST', path, { body })
    if (status >= 300) throw new Error(`the company could not be made: ${path} ${status} ${text}`)
  }
  for (const number of ['1042', '1043']) await make('/api/trucks/', aTruck(number))
  for (const id of ['TL-1', 'TL-2']) await make('/api/trailers/', aTrailer({ id }))
  const report = { fleet_manager: manager, transport: '1042', career: 'Joliet Truck Care', total_cost: 412.5 }
  const kinds = { service_type: 'pm_a', report_type: 'no_defect', approved_date: '2026-11-21', approved_by: admin }
  for (const _ of [1, 2]) await make('/api/maintenance/inspections/', { ...report, ...kinds })
  await make('/api/maintenance/comments/', { user: admin, text: 'Looks fine.', inspection: 1 })
  const contact = { email: 'yard@haulyard.example', location: 'Joliet', phones: [{ phone: '+1 312 555 0100' }] }
  for (const department_name of ['Yard', 'Safety'])
    await make('/api/dashboard/contacts/', { department_name, ...contact })
}

type SignedInSender = Exclude<Sender, 'nobody'>

/** The users who send requests. A user who was deleted or lost the session is replaced. */
class Senders {
  readonly #site: TestApp
  readonly #roles: Readonly<Record<SignedInSender, NewUser & { readonly role: Role }>>
  readonly #ids = new Map<Sender, number>()
  readonly #tokens = new Map<Sender, { readonly token: string; readonly since: number }>()

  constructor(site: TestApp, area: Area) {
    this.#site = site
    this.#roles = {
      administrator: { role: 'administrator' },
      driver: { role: 'driver', view: [area] },
      editor: { role: 'dispatcher', edit: AREAS },
    }
  }

  async tokenOf(who: Sender): Promise<string | null> {
    return who === 'nobody' ? null : (this.#tokens.get(who)?.token ?? this.#sign(who))
  }

  /** Hires missing users and signs in again where needed, so that later requests write nothing on their own account. */
  async ready(): Promise<void> {
    for (const who of SENDERS) {
      if (who === 'nobody') continue
      const current = this.#tokens.get(who)
      const isFresh = current !== undefined && this.#site.clock.now.getTime() - current.since < TOKEN_MS
      if (!(current && isFresh && (await this.#isAsHired(who, current.token)))) await this.#sign(who)
    }
  }

  async #isAsHired(who: SignedInSender, token: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await this.#site.signedOut('GET', '/api/users/users/me/', { headers })
    if (status === 200 && body.role === this.#roles[who].role) return true
    this.#ids.delete(who)
    this.#tokens.delete(who)
    return false
  }

  async #sign(who: SignedInSender): Promise<string> {
    const id = this.#ids.get(who) ?? (await this.#hire(who))
    const token = await this.#site.accessFor(id)
    this.#tokens.set(who, { token, since: this.#site.clock.now.getTime() })
    return token
  }

  async #hire(who: SignedInSender): Promise<number> {
    const id = await hire(this.#site.db, this.#roles[who])
    this.#ids.set(who, id)
    await this.#upload(id)
    return id
  }

  /** Uploads the photo that request bodies refer to. */
  async #upload(id: number): Promise<void> {
    const bytes = Buffer.from(aPhoto(300))
    const as = await this.#site.as(id)
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', 'upload-length': '300' }
    await as('PATCH', `/api/uploads/${KNOWN_UUIDS[0]}/`, { body: bytes, headers })
  }
}

async function injectRequest({ app }: TestApp, request: MalformedRequest, token: string | null): Promise<Answer> {
  const { method, url, headers, body, address } = request
  const own: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  const began = performance.now()
  const { promise: hangs, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${HANGS_MS} ms`)), HANGS_MS)
  const answered = async (): Promise<Answer> => {
    const answer = await app.inject({
      ...{
        method: method as 'GET',
        url,
        headers: { ...own, ...headers },
        remoteAddress: address,
        payloadAsStream: true,
      },
      ...(body === null ? {} : { payload: body }),
    })
    const type = String(answer.headers['content-type'] ?? '')
    const stream = answer.stream()
    const isEndless = type.startsWith('text/event-stream')
    if (isEndless) stream.destroy()
    const text = isEndless ? '' : Buffer.concat(await stream.toArray()).toString()
    return { status: answer.statusCode, type, text, ms: performance.now() - began }
  }
  try {
    return await Promise.race([answered(), hangs])
  } finally {
    clearTimeout(timer)
  }
}
