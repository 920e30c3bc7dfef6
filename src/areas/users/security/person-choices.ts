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
  const gone = new Set(deletions.map(({ subject }) => subject?.id))
  const here = users.filter(({ id }) => !gone.has(id))
  const living = here.map((user) => ({ value: `${user.id}`, title: fullName(user), apart: user.email }))
  const deleted = deletions.flatMap(({ subject }) =>
    subject === null
      ? []
      : { value: `${subject.id}`, title: subject.name, apart: `account ${subject.id}`, group: 'Deleted' },
  )
  const all = [...living, ...deleted]
  const sameName = Map.groupBy(all, ({ title }) => folded(title))
  return all.map(({ title, apart, ...choice }) => {
    const isAlone = sameName.get(folded(title))?.length === 1
    return { ...choice, title: title === '' ? `User ${choice.value}` : isAlone ? title : `${title} · ${apart}` }
  })
}
