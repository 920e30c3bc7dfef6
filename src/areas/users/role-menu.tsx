import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { ROLE_TITLES } from '#contract/people/user-choices.ts'
import type { User } from '#contract/people/users.ts'
import type { Role } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { RadioMenu } from '#src/ui/status/radio-menu.tsx'
import classes from './user-card.module.css'
import { ROLES } from './user-words.ts'

interface RoleMenuProps {
  readonly user: User
  /** The role is shown but can't be changed. */
  readonly isFixed: boolean
  readonly onChoose: (role: Role) => void
}

/** A user's role with a menu to change it. */
export function RoleMenu({ user, isFixed, onChoose }: RoleMenuProps) {
  const title = ROLE_TITLES[user.role]
  if (isFixed) return <span className={classes.role}>{title}</span>
  const target = (
    <UnstyledButton className={classes.role} aria-label={`Role of ${fullName(user)}: ${title}`}>
      {title}
      <IconChevronDown size={16} aria-hidden />
    </UnstyledButton>
  )
  const choose = (role: Role) => {
    if (role !== user.role) onChoose(role)
  }
  return <RadioMenu target={target} value={user.role} choices={ROLES} onChoose={choose} />
}
