import type { User } from '#contract/people/users.ts'
import type { SecurityEvent } from '#contract/session/security.ts'
import { folded } from '#contract/text/folded.ts'
import { fullName } from '#contract/wire/people.ts'
import type { Pickable } from '#src/form/pick/pickable.ts'

/**
 * The choices of the person filter: current users, and users that the log reports as deleted. People with the same name
 * get an addition that distinguishes them.
 */
export function personChoices(
  users: readonly Pick<User, 'id' | 'first_name' | 'last_name' | 'email'>[],
  deletions: readonly Pick<SecurityEvent, 'subject'>[],
): readonly Pickable[] {
  const deletedIds = new Set(deletions.map(({ subject }) => subject?.id))
  const currentUsers = users.filter(({ id }) => !deletedIds.has(id))
  const currentChoices = currentUsers.map((user) => ({ value: `${user.id}`, title: fullName(user), apart: user.email }))
  const deletedChoices = deletions.flatMap(({ subject }) =>
    subject === null
      ? []
      : { value: `${subject.id}`, title: subject.name, apart: `account ${subject.id}`, group: 'Deleted' },
  )
  const all = [...currentChoices, ...deletedChoices]
  const sameName = Map.groupBy(all, ({ title }) => folded(title))
  return all.map(({ title, apart, ...choice }) => {
    const isAlone = sameName.get(folded(title))?.length === 1
    return { ...choice, title: title === '' ? `User ${choice.value}` : isAlone ? title : `${title} · ${apart}` }
  })
}
