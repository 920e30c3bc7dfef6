import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import type { Page } from '#contract/wire/page.ts'
import { type Api, apiAs } from '#e2e/support/server/api.ts'
import type { Account, Server } from '#e2e/support/server/server.ts'
import type { Random } from '#server/demo/random.ts'
import { type Judgment, judge, Ledger, mergedAway } from './ledger.ts'

/** The time from one change of a colleague to the next, in milliseconds. */
const PACE_MS = 400

/** A field of a record that only one colleague changes during a run. */
interface Target {
  readonly area: 'drivers' | 'trucks' | 'schedule'
  readonly id: number | string
  readonly field: 'status' | 'color'
  /** The version before the run. The history of the run begins after it. */
  readonly since: number
  readonly value: (nth: number) => string
}
const nameOf = ({ area, id, field }: Target) => `${field} of ${area}/${id}`
/** The name of a change in the ledger: a status is set again and again, but only once as the nth change. */
const changeName = (nth: number, value: unknown) => `${nth}: ${value}`

export interface ColleaguesJudgment extends Judgment {
  /** How often a change was sent again, because the server did not answer or the session was over. */
  readonly repeats: number
}

/** Colleagues who change the company's data until they are stopped. */
export interface Colleagues {
  /** Stops after the changes under way. */
  readonly stop: () => Promise<void>
  /** Compares what the server told the colleagues with its history. For after `stop`. */
  readonly judge: (api: Api) => Promise<ColleaguesJudgment>
}

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** A status other than the one before. Every record begins with another one, so that the rows differ. */
function statusAfter(first: string, offset: number): (nth: number) => string {
  const statuses = DUTY_STATUSES.map(({ value }): string => value).filter((one) => one !== first)
  return (nth) => statuses[(nth + offset) % statuses.length] ?? first
}

interface Row<Id> {
  readonly id: Id
  readonly version: number
}

/** The records that colleagues change: all drivers, all trucks, and the days that are planned on the user's screen. */
async function targetsOf(api: Api) {
  const drivers = await api.drivers()
  const { results: trucks } = await api.get<Page<Row<string>>>('/api/trucks/?limit=1000')
  const days = (await api.schedule()).flatMap((row) => row.drivers).flatMap((driver) => driver.days)
  const ofStatus = (area: Target['area'], { id, version }: Row<number>, value: Target['value']): Target => {
    return { area, id, field: 'status', since: version, value }
  }
  return {
    people: drivers.map((row, at) => ofStatus('drivers', row, statusAfter(row.current_status, at))),
    days: days.map((row, at) => ofStatus('schedule', row, statusAfter(row.status, at))),
    units: trucks.map(
      ({ id, version }): Target => ({
        area: 'trucks',
        id,
        field: 'color',
        since: version,
        value: (nth) => `Chaos ${nth}`,
      }),
    ),
  }
}

/** One user at another device, who repeats a change until the server answers. */
class Colleague {
  readonly #server: Server
  readonly #account: Account
  #api: Api | null = null
  isStopped = false
  repeats = 0
  /** What the server refused. */
  readonly refusals: string[] = []

  constructor(server: Server, account: Account) {
    this.#server = server
    this.#account = account
  }

  /**
   * Makes a change. Its repetition changes nothing if only the answer was lost. Returns whether the server accepted it
   * before this user was stopped.
   */
  async change(path: string, body: unknown): Promise<boolean> {
    while (!this.isStopped) {
      const status = await this.#send(path, body).catch(() => null)
      if (status === 200) return true
      if (status !== null && status !== 401) {
        this.refusals.push(`a colleague’s change of ${path} was refused: ${status}`)
        return false
      }
      // A token is valid for minutes, and a run takes longer.
      if (status === 401) this.#api = null
      this.repeats += 1
      await after(PACE_MS)
    }
    return false
  }
  async #send(path: string, body: unknown): Promise<number> {
    this.#api ??= await apiAs(this.#server, this.#account)
    return this.#api.patch(path, body)
  }
}

/** Makes random changes of these records, one after the other, until the colleague is stopped. */
async function workAs(
  colleague: Colleague,
  choices: readonly (readonly Target[])[],
  { ledger, random }: { readonly ledger: Ledger; readonly random: Random },
): Promise<void> {
  while (!colleague.isStopped) {
    const pause = after(PACE_MS)
    const target = random.pick(random.pick(choices))
    const record = nameOf(target)
    const nth = ledger.changesOf(record).length + 1
    const value = target.value(nth)
    const accept = ledger.begin(record, changeName(nth, value))
    if (await colleague.change(`/api/${target.area}/${target.id}/`, { [target.field]: value })) accept()
    await pause
  }
}

/** The values that the server's history has for a field since the run began, oldest first, named as in the ledger. */
async function valuesOf(api: Api, { area, id, field, since }: Target): Promise<readonly string[]> {
  const entries = (await api.history(area, id)).filter((entry) => entry.field === field && entry.version > since)
  return entries.map(({ to }, at) => changeName(at + 1, to))
}

/**
 * Two colleagues who change drivers, trucks and planned days at a steady pace, past the user's network and whatever
 * happens to browser and server. Each field is changed by one of them only, so its history must be exactly what that
 * colleague did.
 */
export async function startColleagues(server: Server, random: Random): Promise<Colleagues> {
  const { people, units, days } = await targetsOf(await apiAs(server, 'admin'))
  const ledger = new Ledger()
  const admin = new Colleague(server, 'admin')
  const manager = new Colleague(server, 'manager')
  const ended = Promise.all([
    workAs(admin, [people, days], { ledger, random: random.branch('admin') }),
    workAs(manager, [units], { ledger, random: random.branch('manager') }),
  ])
  return {
    async stop() {
      admin.isStopped = true
      manager.isStopped = true
      await ended
    },
    async judge(api) {
      const values = new Map<string, readonly string[]>()
      for (const target of [...people, ...units, ...days]) values.set(nameOf(target), await valuesOf(api, target))
      const judgment = judge(ledger, (record) => values.get(record) ?? [])
      const none = judgment.accepted === 0 ? ['No colleague’s change was accepted: the run proves nothing'] : []
      const breaches = [...none, ...admin.refusals, ...manager.refusals, ...judgment.breaches, ...mergedAway(judgment)]
      return { ...judgment, repeats: admin.repeats + manager.repeats, breaches }
    },
  }
}

/** The figures of a report about the colleagues. */
export const colleagueFigures = ({ accepted, applied, repeats }: ColleaguesJudgment) => ({
  'changes of colleagues, accepted': accepted,
  'of them applied, each once and in order': applied,
  'sent again by colleagues': repeats,
})
