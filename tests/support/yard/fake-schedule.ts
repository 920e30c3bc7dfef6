import type { ScheduleDay } from '#contract/boards/schedule.ts'
import type { DayEdit, scheduleChanges } from '#contract/boards/schedule-changes.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'

type Status = ScheduleDay['status']
/** A row of the database. It stays when its day is cleared; its status is null then. */
export type DayRow = Omit<ScheduleDay, 'status'> & { readonly status: Status | null }
type Part = 'status' | 'description'
interface HistoryRow {
  readonly id: number
  readonly version: number
  readonly field: Part
  readonly from: string | null
  readonly to: string | null
  readonly by: string
}
interface Answer {
  readonly status: number
  readonly body: unknown
}
type IdentifiedEdit = DayEdit & { readonly client_id?: string | undefined }
type Conflicts = Record<string, { theirs: unknown; yours: unknown }>
type Bodies = typeof scheduleChanges

/** A field whose value was overwritten: by whom, and whose value is gone. */
export interface Overwritten {
  readonly by: string
  readonly key: string | null
  readonly row: DayRow
  readonly field: Part
  /** Who wrote the overwritten value, and the number of colleagues' changes at that time. */
  readonly was: { readonly by: string; readonly edit: number }
  /** The request states that its author saw no plan for the day. */
  readonly sawNothing: boolean
}

class RefusedError extends Error {
  readonly answer: Answer
  constructor(status: number, body: unknown) {
    super(`${status}`)
    this.answer = { status, body }
  }
}

/**
 * The server's schedule calls according to their contract: one row per driver and date, one version per change, 412 for
 * fields that others have changed since the seen version. A repeated key gets the stored response, except after a 412.
 */
export class FakeSchedule {
  readonly rows = new Map<string, DayRow>()
  readonly overwritten: Overwritten[] = []
  readonly #history: HistoryRow[] = []
  readonly #answers = new Map<string, Answer>()
  readonly #writers = new Map<string, { by: string; edit: number }>()
  /** The number of colleagues' changes. */
  colleagueEdits = 0

  /** The planned days, as in the list's response. */
  days(): readonly ScheduleDay[] {
    return [...this.rows.values()].flatMap(({ status, ...day }) => (status === null ? [] : [{ ...day, status }]))
  }
  /** A colleague, who has seen all changes, edits days of a driver. */
  colleague(driver: number, days: readonly DayEdit[]): void {
    this.colleagueEdits += 1
    this.#write(driver, days, 'colleague', null)
  }

  handle(
    name: string,
    request: { params?: unknown; body?: unknown; headers: Readonly<Record<string, string>> },
  ): Answer {
    const key = requestKey(request.headers)
    const repeated = this.#answers.get(key)
    if (repeated) return repeated
    const answer = this.#answer(name, request, key)
    if (answer.status !== 412) this.#answers.set(key, answer)
    return answer
  }
  #answer(
    name: string,
    { params, body, headers }: { params?: unknown; body?: unknown; headers: Readonly<Record<string, string>> },
    key: string,
  ): Answer {
    const match = headers['If-Match']?.replaceAll('"', '')
    const seen = match === undefined ? null : Number(match)
    try {
      if (name === 'schedule.create') return this.#create(body as BodyOf<Bodies['create']>, seen, key)
      if (name === 'schedule.update') {
        return this.#update((params as { id: number | string }).id, body as BodyOf<Bodies['update']>, seen, key)
      }
      if (name === 'schedule.bulkEdit') return this.#fill(body as BodyOf<Bodies['bulkEdit']>, key)
      if (name === 'schedule.setDays') return this.#set(body as BodyOf<Bodies['setDays']>, key)
      throw new Error(`${name} is not for this server`)
    } catch (error) {
      if (error instanceof RefusedError) return error.answer
      throw error
    }
  }

  #create({ driver, date, ...wish }: BodyOf<Bodies['create']>, seen: number | null, key: string): Answer {
    const existingByClientId =
      wish.client_id && [...this.rows.values()].find(({ client_id }) => client_id === wish.client_id)
    if (existingByClientId && existingByClientId.status !== null) return { status: 200, body: existingByClientId }
    const existing = this.rows.get(`${driver}/${date}`)
    const wishes = [{ date, ...wish, seen: existing ? (seen ?? 0) : 0 }]
    this.#check(driver, wishes, (_date, field) => field, existing)
    const [row] = this.#write(driver, wishes, 'me', key)
    return { status: existing && existing.status !== null ? 200 : 201, body: row }
  }
  #update(id: number | string, body: BodyOf<Bodies['update']>, seen: number | null, key: string): Answer {
    const row = [...this.rows.values()].find((one) => one.id === id || one.client_id === id)
    if (!row) throw new RefusedError(404, { detail: 'Not found.' })
    const wish = { date: row.date, ...body, ...(seen === null ? {} : { seen }) }
    if (row.status === null && seen === null) throw new RefusedError(404, { detail: 'Not found.' })
    // A cleared day can't get a description without a status.
    const conflicts = { description: { theirs: '', yours: body.description } }
    if (row.status === null && body.status === undefined)
      throw new RefusedError(412, { detail, current: row, conflicts })
    this.#check(row.driver, [wish], (_date, field) => field, row)
    const [now] = this.#write(row.driver, [wish], 'me', key)
    return { status: 200, body: now }
  }
  #fill(body: BodyOf<Bodies['bulkEdit']>, key: string): Answer {
    const { date_from, date_to, driver_id, status, client_ids = {}, seen = {}, except = [] } = body
    const dates: string[] = []
    for (let day = new Date(date_from); day <= new Date(date_to); day.setUTCDate(day.getUTCDate() + 1)) {
      dates.push(day.toISOString().slice(0, 10))
    }
    const wishes = dates
      .filter((date) => !except.includes(date))
      .map((date) => ({ date, status, seen: seen[date], client_id: client_ids[date] }))
    if (wishes.length === 0) throw new RefusedError(400, { except: ['This leaves no day of the range to edit.'] })
    this.#check(driver_id, wishes, byDate)
    return { status: 200, body: this.#write(driver_id, wishes, 'me', key) }
  }
  #set({ driver, days }: BodyOf<Bodies['setDays']>, key: string): Answer {
    this.#check(driver, days, byDate)
    const rows = this.#write(driver, days, 'me', key)
    const cleared = rows.filter(({ status }) => status === null).map(({ date, version }) => ({ date, version }))
    return { status: 200, body: { days: rows.filter(({ status }) => status !== null), cleared } }
  }

  /**
   * Throws a 412 if others changed an edited field to another value after the seen version. `current` is the single row
   * if one is passed, else the planned days of the edited dates.
   */
  #check(
    driver: number,
    wishes: readonly IdentifiedEdit[],
    nameOf: (date: string, field: Part) => string,
    singleRow?: DayRow,
  ) {
    const conflicts: Conflicts = {}
    for (const wish of wishes) {
      const row = this.rows.get(`${driver}/${wish.date}`)
      const isBare = wish.seen !== undefined && wish.seen !== 0 && wish.status === undefined && !row?.status
      if (isBare && wish.description) {
        conflicts[nameOf(wish.date, 'description')] = { theirs: '', yours: wish.description }
      }
      if (!row || wish.seen === undefined || (wish.seen ?? 0) >= row.version) continue
      const changed = this.#changedByOthers(row, wish.seen)
      for (const [field, yours] of Object.entries(differences(row, wish)) as [Part, unknown][]) {
        if (changed.has(field)) conflicts[nameOf(wish.date, field)] = { theirs: row[field], yours }
      }
    }
    if (Object.keys(conflicts).length === 0) return
    const dates = wishes.map(({ date }) => date)
    const current = singleRow ?? this.days().filter((day) => day.driver === driver && dates.includes(day.date))
    throw new RefusedError(412, { detail, current, conflicts })
  }
  #changedByOthers(row: DayRow, seen: number | null): ReadonlySet<Part> {
    const newer = this.#history.filter(({ id, version }) => id === row.id && version > (seen ?? 0))
    const setsOrClearsDay = ({ field, from, to }: HistoryRow) => field === 'status' && (from === null || to === null)
    // Without a seen version: this device has planned the day itself and does not know its version yet.
    const seenVersion = seen ?? newer.findLast((one) => one.by === 'me' && setsOrClearsDay(one))?.version ?? 0
    const since = newer.filter(({ version }) => version > seenVersion)
    const sawNothing = seenVersion === 0 || since.find(({ field }) => field === 'status')?.from === null
    if (sawNothing && row.status === null) return new Set()
    const theirs = since.filter(({ by }) => by !== 'me')
    const fields = new Set(theirs.map(({ field }) => field))
    // A day that others have cleared, or planned where nothing was, counts as another day: its description has changed
    // too.
    if (theirs.some((one) => setsOrClearsDay(one) && (one.from === null || row.status === null)))
      fields.add('description')
    return fields
  }
  #write(driver: number, wishes: readonly IdentifiedEdit[], by: string, key: string | null): readonly DayRow[] {
    return wishes.map((wish) => {
      const place = `${driver}/${wish.date}`
      const before = this.rows.get(place)
      const emptyDay = { id: this.rows.size + 1, date: wish.date, driver, status: null, description: '', version: 0 }
      const row: DayRow = before ?? { ...emptyDay, client_id: null }
      const differs = differences(row, wish)
      const client_id = row.client_id ?? wish.client_id ?? null
      const parts = Object.entries(differs) as [Part, string | null][]
      const now = { ...row, ...differs, client_id, version: row.version + Math.min(1, parts.length) }
      if (now.status === null && now.description !== '') throw new RefusedError(400, { days: ['Choose a status too.'] })
      const sawNothing = wish.seen !== undefined && !wish.seen
      for (const [field, to] of parts) this.#record({ row, now, field, to, by, key, sawNothing })
      // A day that is planned again counts as another day, including its fields that the edit does not mention.
      if (row.status === null && now.status !== null)
        this.#writers.set(`${row.id}.description`, { by, edit: this.colleagueEdits })
      this.rows.set(place, now)
      return now
    })
  }
  #record({
    now,
    to,
    ...change
  }: Omit<Overwritten, 'was'> & { readonly now: DayRow; readonly to: string | null }): void {
    const { row, field, by } = change
    const place = `${row.id}.${field}`
    const was = this.#writers.get(place)
    if (was) this.overwritten.push({ ...change, was })
    this.#history.push({ id: row.id, version: now.version, field, from: row[field], to, by })
    this.#writers.set(place, { by, edit: this.colleagueEdits })
  }
}

/** The idempotency key of a request, which is the id of its entry. */
export const requestKey = (headers: Readonly<Record<string, string>>): string =>
  (headers['Idempotency-Key'] ?? '').replaceAll('"', '')

const byDate = (date: string, field: Part) => `${date}.${field}`

const detail = 'Another user changed the same fields in the meantime.'

/** The fields of a row that an edit would really change. */
function differences(row: DayRow, { status, description }: DayEdit): Partial<Pick<DayRow, Part>> {
  const wanted = status === null ? { status, description: '' } : { status, description }
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== undefined && value !== row[field as Part]),
  )
}
