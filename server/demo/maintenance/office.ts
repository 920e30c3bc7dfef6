import type { SeedDispatcher } from '#server/demo/company/company.ts'
import type { SeedUser } from '#server/demo/company/people.ts'
import type { SeedUnit } from '#server/demo/company/units.ts'
import type { Random } from '#server/demo/random.ts'
import type { Speaker } from './conversations.ts'

/** The people of the company, among them the office staff. */
export interface Staff {
  readonly users: readonly SeedUser[]
  readonly dispatchers: readonly SeedDispatcher[]
}

export interface Office {
  readonly managers: readonly SeedUser[]
  /** The fleet manager whose e-mail address is on the unit; throws when no fleet manager has that address. */
  readonly managerOf: (unit: SeedUnit) => SeedUser
  /** The id of the user who comments on a unit in a role. A unit without a dispatcher gets any working dispatcher. */
  readonly speakerOf: (random: Random, speaker: Speaker, unit: SeedUnit) => number
}

export function officeOf({ users, dispatchers }: Staff): Office {
  const managers = users.filter(({ role }) => role === 'fleet_manager')
  const administrators = users.filter(({ role }) => role === 'administrator')
  const byEmail = new Map(managers.map((user) => [user.email, user]))
  const leaders = new Map(dispatchers.map(({ id, user_id }) => [id, user_id]))
  const working = dispatchers.filter(({ status }) => status === 'working')
  const managerOf = (unit: SeedUnit) => {
    const manager = byEmail.get(unit.fleet_manager_email)
    if (!manager) throw new Error(`nobody has the address ${unit.fleet_manager_email}`)
    return manager
  }
  return {
    managers,
    managerOf,
    speakerOf: (random, speaker, unit) => {
      if (speaker === 'M') return managerOf(unit).id
      if (speaker === 'A') return random.pick(administrators).id
      return leaders.get(unit.dispatcher_id ?? 0) ?? random.pick(working).user_id
    },
  }
}
