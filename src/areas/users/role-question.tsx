import type { Role } from '#contract/access.ts'
import { dutyStatusOf } from '#contract/duty.ts'
import { fullName } from '#contract/people.ts'
import { ROLE_TITLES } from '#contract/user-choices.ts'
import type { User } from '#contract/users.ts'
import { Question } from '#src/ui/question.tsx'
import { FIRST_STATUS } from './user-acts.ts'

interface RoleQuestionProps {
  readonly user: User
  readonly to: Role
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before a role is changed, and says what comes with it. */
export function RoleQuestion({ user, to, onConfirm, onClose }: RoleQuestionProps) {
  const name = fullName(user)
  return (
    <Question title="Change the role" confirm="Change the role" onConfirm={onConfirm} onClose={onClose}>
      <p>
        Are you sure you want to change the role of {name} from {ROLE_TITLES[user.role]} to {ROLE_TITLES[to]}?
      </p>
      {user.role === 'driver' ? (
        <p>{name} leaves the drivers and the schedule; the truck and the trailer become unassigned.</p>
      ) : null}
      {user.role === 'dispatcher' ? <p>{name}’s drivers are left without a dispatcher.</p> : null}
      {to === 'driver' ? <p>The duty status becomes {dutyStatusOf(FIRST_STATUS.driver).title}.</p> : null}
      {to === 'dispatcher' ? <p>The duty status becomes Vacation.</p> : null}
      {to === 'administrator' ? <p>An administrator holds every permission, and may change other people’s.</p> : null}
    </Question>
  )
}
