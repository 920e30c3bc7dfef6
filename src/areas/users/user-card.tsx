import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { type User, userKind } from '#contract/people/users.ts'
import type { Role } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { PhotoFrame } from '#src/form/photos/photo-frame.tsx'
import { PhotoMenu } from '#src/form/photos/photo-menu.tsx'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { ContactLine } from '#src/ui/person/contact-line.tsx'
import { saveUserPhoto } from './changes/user-acts.ts'
import { RoleMenu } from './role-menu.tsx'
import classes from './user-card.module.css'

interface UserCardProps {
  readonly user: User
  /** It is the signed-in user: users can't change their own role or delete themselves. */
  readonly isOneself: boolean
  readonly onRole: (user: User, role: Role) => void
  readonly onDelete: (user: User) => void
}

/** A user in the list. */
export const UserCard = memo(function UserCard({ user, isOneself, onRole, onDelete }: UserCardProps) {
  const name = fullName(user)
  const mark = useMark(userKind, userKind.keyOf(user))
  return (
    <article className={classes.card} aria-label={name} {...(user.is_active ? {} : { 'data-inactive': '' })}>
      <PhotoFrame person={user} size={90}>
        <PhotoMenu
          name={name}
          hasPhoto={user.photo !== null}
          onChoose={(photo) => saveUserPhoto(user, photo)}
          onRemove={() => saveUserPhoto(user, null)}
        />
      </PhotoFrame>
      <div className={classes.body}>
        <header className={classes.head}>
          <h2 className={classes.name} translate="no">
            <Link to="/users/$userId" params={{ userId: userKind.keyOf(user) }}>
              {name}
            </Link>
          </h2>
          <WaitingMark mark={mark} />
          {user.is_active ? null : <span className={classes.inactive}>Inactive</span>}
        </header>
        <ContactLine person={user} className={classes.contact} />
        <div className={classes.foot}>
          <RoleMenu user={user} isFixed={isOneself} onChoose={(role) => onRole(user, role)} />
          {user.id === NO_ID_YET ? null : isOneself ? (
            <span className={classes.oneself}>You</span>
          ) : (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              className={classes.delete}
              aria-label={`Delete ${name}`}
              onClick={() => onDelete(user)}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </div>
      </div>
    </article>
  )
})
