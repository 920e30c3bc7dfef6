import { randomUUID } from 'node:crypto'
import type { ScheduleRow } from '#contract/boards/schedule.ts'
import type { Dispatcher } from '#contract/people/dispatchers.ts'
import type { Driver } from '#contract/people/drivers.ts'
import type { Truck } from '#contract/units/units.ts'
import type { Page } from '#contract/wire/page.ts'
import { addDays } from '#server/records/calendar.ts'
import { type ServedApp, today } from '../served-app.ts'

/** A server, and who sends the requests. */
export type Colleague = Pick<ServedApp, 'origin' | 'headers'>

/** A change of one record. */
export interface Change {
  readonly path: string
  readonly body: object
}

/** A record and its version after a change. */
interface ChangedRecord {
  readonly id: number | string
  readonly version: number
}

/** The rows of one page of a list. */
async function rowsAt<Row>({ origin, headers }: Colleague, path: string): Promise<readonly Row[]> {
  const answer = await fetch(`${origin}${path}`, { headers })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return ((await answer.json()) as Page<Row>).results
}

/** Sends a change. Throws when the server refuses it. */
export async function commitChange({ origin, headers }: Colleague, { path, body }: Change): Promise<ChangedRecord> {
  const sent = { ...headers, 'content-type': 'application/json' }
  const answer = await fetch(`${origin}${path}`, { method: 'PATCH', headers: sent, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`the change of ${path} was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as ChangedRecord
}

const otherStatus = (status: string) => (status === 'on_the_road' ? 'safety_orientation' : 'on_the_road')

/** A change of the status of each driver from one place of the list on, `count` at most. */
export async function statusChanges(as: Colleague, place: number, count: number): Promise<readonly Change[]> {
  const drivers = await rowsAt<Driver>(as, `/api/drivers/?limit=${count}&offset=${place}`)
  if (drivers.length === 0) throw new Error(`the company has no driver at place ${place}`)
  return drivers.map((row) => ({ path: `/api/drivers/${row.id}/`, body: { status: otherStatus(row.current_status) } }))
}

/** A colleague changes the status of the driver at this place of the list. */
export async function changeOneStatus(as: Colleague, place: number): Promise<void> {
  for (const change of await statusChanges(as, place, 1)) await commitChange(as, change)
}

/** The first drivers of the list, which are on screen, are left as they are. */
const DRIVERS_LEFT = 20
const ROWS = 200

/**
 * A mix of changes by colleagues: rates and statuses of drivers, colors of trucks and trailers, days of the schedule,
 * and until when dispatchers have their status. In a small company a record changes several times.
 */
export async function mixedChanges(as: Colleague, count: number): Promise<readonly Change[]> {
  const token = randomUUID().slice(0, 6)
  const drivers = await rowsAt<Driver>(as, `/api/drivers/?limit=${ROWS}&offset=${DRIVERS_LEFT}`)
  const trucks = await rowsAt<Truck>(as, `/api/trucks/?limit=${ROWS}`)
  const trailers = await rowsAt<Truck>(as, `/api/trailers/?limit=${ROWS}`)
  const dispatchers = await rowsAt<Dispatcher>(as, `/api/dispatchers/?limit=${ROWS}`)
  const weeks = await rowsAt<ScheduleRow>(as, '/api/schedule/?limit=20')
  const days = weeks.flatMap((row) => row.drivers.flatMap((driver) => driver.days))
  const until = (n: number) => addDays(today(), 30 + ((n * 7 + Number.parseInt(token, 16)) % 300))
  const kinds = [
    drivers.map(({ id, current_status }) => (n: number) => ({
      path: `/api/drivers/${id}/`,
      body: n % 2 === 0 ? { status: otherStatus(current_status) } : { status: current_status },
    })),
    days.map(({ id }) => (n: number) => ({
      path: `/api/schedule/${id}/`,
      body: { description: `At dock ${token} ${n}` },
    })),
    trucks.map(({ id }) => (n: number) => ({ path: `/api/trucks/${id}/`, body: { color: `Gray ${token} ${n}` } })),
    trailers.map(({ id }) => (n: number) => ({ path: `/api/trailers/${id}/`, body: { color: `Gray ${token} ${n}` } })),
    dispatchers.map(({ id }) => (n: number) => ({
      path: `/api/dispatchers/${id}/`,
      body: { status_date_to: until(n) },
    })),
  ]
  return Array.from({ length: count }, (_, index) => {
    const records = kinds[index % kinds.length] ?? []
    const turn = Math.floor(index / kinds.length)
    const change = records[turn % records.length]
    if (change === undefined) throw new Error('the company lacks records of a kind')
    return change(Math.floor(turn / records.length))
  })
}
