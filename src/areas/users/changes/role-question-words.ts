import { dutyStatusOf } from '#contract/people/driver-choices.ts'
import type { User } from '#contract/people/users.ts'
import { fullName } from '#contract/wire/people.ts'
import { DISPATCHER_CHOICES, titleIn } from '../user-words.ts'
import type { UserPatch } from './user-record.ts'

/** The status that the change sends for the new role; null for none. */
function statusOfChange(to: UserPatch): string | null {
  const duty = to['driver.status']
  if (to.role === 'driver' && duty) return dutyStatusOf(duty).title
  const status = to['dispatcher.status']
  return to.role === 'dispatcher' && status ? titleIn(DISPATCHER_CHOICES, status) : null
}

/** The consequences of a new role, one sentence each. `to` is the change that will be sent, which the user confirms. */
export function roleConsequences(user: User, to: UserPatch): readonly string[] {
  const name = fullName(user)
  const status = statusOfChange(to)
  return [
    ...(user.role === 'driver'
      ? [`${name} leaves the drivers and the schedule; the truck and the trailer become unassigned.`]
      : []),
    ...(user.role === 'dispatcher' ? [`${name}’s drivers are left without a dispatcher.`] : []),
    ...(status === null ? [] : [`The duty status becomes ${status}.`]),
    ...(to.role === 'administrator' ? ['An administrator holds every permission, and may change other people’s.'] : []),
  ]
}
