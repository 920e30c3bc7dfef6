import { AREAS, type Area, type Role } from '#contract/wire/access.ts'
import type { Random } from '#server/demo/random.ts'
import { aPhoto } from '#tests/support/builders/a-photo.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver, type NewPerson, planDay } from '#tests/support/server/company.ts'
import { type MalformedRequest, WHO, type Who } from './malformed-request.ts'
import { KNOWN_UUIDS } from './sound-value.ts'
import { tablesPrint } from './tables-print.ts'

/** What a request came to. */
export interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly ms: number
}

/** A server that is sent malformed requests. */
export interface FuzzedSite {
  /** Sends one; the clock goes on, so that what the server limits by time is hardly met. Rejects when no answer comes. */
  send(request: MalformedRequest): Promise<Answer>
  /** Before a first print: those who send are signed in for the next 300 requests, so that they write nothing then. */
  ready(): Promise<void>
  /** What is kept, by where: two are equal as long as no request wrote. */
  print(): Promise<ReadonlyMap<string, string>>
  close(): Promise<void>
}

const CLOCK_STEP_MS = 1000
const ANY = { burst: 1e9, perSecond: 1e9 }
/** Few of the calls take parts of files, and some are to come too soon: a round's clock fills nothing up. */
const SLOW = { burst: 2, perSecond: 0.0001 }
/** Access tokens last for 15 minutes: a new one while it is still good for all that comes between two prints. */
const TOKEN_MS = 10 * 60_000
/** An answer that takes so long never comes. */
const HANGS_MS = 30_000

/** A whole server with a small company of its own, and the people that send. */
export async function openFuzzedSite(random: Random): Promise<FuzzedSite> {
  const site = await testApp({ sessionLimits: { reads: ANY, changes: ANY, downloads: ANY, uploads: SLOW } })
  await fillCompany(site)
  const people = new People(site, random.pick(AREAS))
  return {
    async send(request) {
      site.clock.now = new Date(site.clock.now.getTime() + CLOCK_STEP_MS)
      const token = await people.tokenOf(request.who)
      return ask(site, request, token)
    },
    ready: () => people.ready(),
    print: () => tablesPrint(site.db, site.files.kept),
    close: () => site.close(),
  }
}

/** Two drivers, a dispatcher, trucks, trailers, planned days, a report with a defect and a comment, contacts. */
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

type Sender = Exclude<Who, 'nobody'>

/** Those who send, hired anew when one is deleted or the session is over. */
class People {
  readonly #site: TestApp
  readonly #roles: Readonly<Record<Sender, NewPerson & { readonly role: Role }>>
  readonly #ids = new Map<Who, number>()
  readonly #tokens = new Map<Who, { readonly token: string; readonly since: number }>()

  constructor(site: TestApp, area: Area) {
    this.#site = site
    this.#roles = {
      administrator: { role: 'administrator' },
      driver: { role: 'driver', view: [area] },
      editor: { role: 'dispatcher', edit: AREAS },
    }
  }

  async tokenOf(who: Who): Promise<string | null> {
    return who === 'nobody' ? null : (this.#tokens.get(who)?.token ?? this.#sign(who))
  }

  /** Hires who is missing, and signs anew: what comes from here on writes nothing of itself. */
  async ready(): Promise<void> {
    for (const who of WHO) {
      if (who === 'nobody') continue
      const kept = this.#tokens.get(who)
      const isFresh = kept !== undefined && this.#site.clock.now.getTime() - kept.since < TOKEN_MS
      if (!(kept && isFresh && (await this.#isAsHired(who, kept.token)))) await this.#sign(who)
    }
  }

  async #isAsHired(who: Sender, token: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await this.#site.anybody('GET', '/api/users/users/me/', { headers })
    if (status === 200 && body.role === this.#roles[who].role) return true
    this.#ids.delete(who)
    this.#tokens.delete(who)
    return false
  }

  async #sign(who: Sender): Promise<string> {
    const id = this.#ids.get(who) ?? (await this.#hire(who))
    const token = await this.#site.accessFor(id)
    this.#tokens.set(who, { token, since: this.#site.clock.now.getTime() })
    return token
  }

  async #hire(who: Sender): Promise<number> {
    const id = await hire(this.#site.db, this.#roles[who])
    this.#ids.set(who, id)
    await this.#upload(id)
    return id
  }

  /** A photo that bodies name. */
  async #upload(id: number): Promise<void> {
    const bytes = Buffer.from(aPhoto(300))
    const as = await this.#site.as(id)
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', 'upload-length': '300' }
    await as('PATCH', `/api/uploads/${KNOWN_UUIDS[0]}/`, { body: bytes, headers })
  }
}

async function ask({ app }: TestApp, request: MalformedRequest, token: string | null): Promise<Answer> {
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
