import { fullName } from '#contract/people.ts'
import type { SecurityEvent } from '#contract/security.ts'
import type { User } from '#contract/users.ts'
import type { Pickable } from '#src/form/pickable.ts'

/** Whose events can be asked for: those who are here, and those of whom the log tells that they were deleted. */
export function personChoices(
  users: readonly Pick<User, 'id' | 'first_name' | 'last_name'>[],
  deletions: readonly Pick<SecurityEvent, 'subject'>[],
): readonly Pickable[] {
  return [
    ...users.map((user) => ({ value: `${user.id}`, title: fullName(user) })),
    ...deletions.flatMap(({ subject }) =>
      subject === null ? [] : { value: `${subject.id}`, title: subject.name || `User ${subject.id}`, group: 'Deleted' },
    ),
  ]
}
