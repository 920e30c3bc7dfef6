import { ROLE_TITLES } from '#contract/people/user-choices.ts'
import type { User } from '#contract/people/users.ts'
import { fullName } from '#contract/wire/people.ts'
import { whatComesWith } from '#src/areas/users/changes/role-question-words.ts'
import type { UserPatch } from '#src/areas/users/changes/user-record.ts'
import { Question } from '#src/ui/dialog/question.tsx'

interface RoleQuestionProps {
  readonly user: User
  /** The change as it will be sent: its role, and the status that goes with it. */
  readonly to: UserPatch
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before a role is changed, and says what comes with it. */
export function RoleQuestion({ user, to, onConfirm, onClose }: RoleQuestionProps) {
  return (
    <Question title="Change the role" confirm="Change the role" onConfirm={onConfirm} onClose={onClose}>
      <p>
        Are you sure you want to change the role of {fullName(user)} from {ROLE_TITLES[user.role]} to{' '}
        {ROLE_TITLES[to.role ?? user.role]}?
      </p>
      {whatComesWith(user, to).map((words) => (
        <p key={words}>{words}</p>
      ))}
    </Question>
  )
}
