import type { ScheduleDay, ScheduleRow } from '#contract/boards/schedule.ts'
import type { Driver } from '#contract/people/drivers.ts'
import type { HistoryEntry } from '#contract/wire/record.ts'
import { ACCOUNTS, type Account, PASSWORD } from './server.ts'

interface Results<Row> {
  readonly results: readonly Row[]
}

/** The server's API as an independent client sees it. Tests verify here what really happened. */
export interface Api {
  readonly get: <T>(path: string) => Promise<T>
  readonly patch: (path: string, body: unknown) => Promise<number>
  readonly post: (path: string, body: unknown) => Promise<number>
  /** Posts JSON or a form and returns the new record. Throws if none was created. */
  readonly create: <T>(path: string, body: unknown) => Promise<T>
  /** Posts a query that changes nothing and returns its result. */
  readonly query: <T>(path: string, body: unknown) => Promise<T>
  readonly remove: (path: string, body?: unknown) => Promise<number>
  readonly drivers: () => Promise<readonly Driver[]>
  readonly driver: (id: number) => Promise<Driver>
  readonly schedule: () => Promise<readonly ScheduleRow[]>
  readonly daysOf: (driver: number, date: string) => Promise<readonly ScheduleDay[]>
  /** Oldest first. */
  readonly history: (
    area: 'drivers' | 'schedule' | 'trucks' | 'maintenance',
    id: number | string,
  ) => Promise<readonly HistoryEntry[]>
}

/** Signs in through the API, without the browser and its unreliable network. */
export async function apiAs(
  server: { readonly url: string },
  account: Account,
  password: string = PASSWORD,
): Promise<Api> {
  const body = JSON.stringify({ email: ACCOUNTS[account], password })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api/auth/jwt/create/`, { method: 'POST', headers, body })
  const { access } = (await answer.json()) as { access: string }
  const authorized = { ...headers, authorization: `Bearer ${access}` }
  const get = async <T>(path: string): Promise<T> => {
    const reply = await fetch(`${server.url}${path}`, { headers: authorized })
    if (!reply.ok) throw new Error(`GET ${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const rows = async <Row>(path: string) => (await get<Results<Row>>(path)).results
  const send = (method: 'PATCH' | 'POST' | 'DELETE') => async (path: string, change?: unknown) => {
    const body = change === undefined ? null : JSON.stringify(change)
    const reply = await fetch(`${server.url}${path}`, { method, headers: authorized, body })
    return reply.status
  }
  const create = async <T>(path: string, content: unknown): Promise<T> => {
    const isForm = content instanceof FormData
    const body = isForm ? content : JSON.stringify(content)
    const reply = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: isForm ? { authorization: authorized.authorization } : authorized,
      body,
    })
    if (reply.status !== 201) throw new Error(`POST ${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const query = async <T>(path: string, question: unknown): Promise<T> => {
    const reply = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: authorized,
      body: JSON.stringify(question),
    })
    if (!reply.ok) throw new Error(`POST ${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  return {
    get,
    create,
    query,
    patch: send('PATCH'),
    post: send('POST'),
    remove: send('DELETE'),
    drivers: () => rows('/api/drivers/?limit=1000'),
    driver: (id) => get(`/api/drivers/${id}/`),
    schedule: () => rows('/api/schedule/?limit=1000'),
    daysOf: (driver, date) => rows(`/api/schedule/list_for_driver/${driver}/?date_after=${date}&date_before=${date}`),
    history: async (area, id) => [...(await rows<HistoryEntry>(`/api/history/${area}/${id}/?limit=1000`))].reverse(),
  }
}
