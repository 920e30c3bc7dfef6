import { ROLE_TITLES } from '#contract/people/user-choices.ts'
import type { User } from '#contract/people/users.ts'
import { fullName } from '#contract/wire/people.ts'
import { roleConsequences } from '#src/areas/users/changes/role-question-words.ts'
import type { UserPatch } from '#src/areas/users/changes/user-record.ts'
import { Question } from '#src/ui/dialog/question.tsx'

interface RoleQuestionProps {
  readonly user: User
  /** The change that will be sent: the role and its status. */
  readonly to: UserPatch
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before a role is changed, and lists the consequences. */
export function RoleQuestion({ user, to, onConfirm, onClose }: RoleQuestionProps) {
  return (
    <Question title="Change the role" confirm="Change the role" onConfirm={onConfirm} onClose={onClose}>
      <p>
        Are you sure you want to change the role of {fullName(user)} from {ROLE_TITLES[user.role]} to{' '}
        {ROLE_TITLES[to.role ?? user.role]}?
      </p>
      {roleConsequences(user, to).map((words) => (
        <p key={words}>{words}</p>
      ))}
    </Question>
  )
}
