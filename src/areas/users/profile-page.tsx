import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft, IconCloudOff, IconLock, IconUserOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { isFullUser } from '#contract/people/users.ts'
import { administrator } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { useRecord } from '#src/offline/reading/use-record.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { useSession } from '#src/session/session.ts'
import { useCan } from '#src/session/use-can.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { ProfileForm } from './form/profile-form.tsx'
import { OwnPanels } from './own/own-panels.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { SecurityPanel } from './security/security-panel.tsx'
import { UserSessions } from './security/user-sessions.tsx'
import { type ProfileUser, profileRows, userQuery } from './user-queries.ts'
import classes from './users.module.css'

interface ProfilePageProps {
  /** The server's id or a client id. */
  readonly userId: string
  readonly onBack: () => void
  /** Called after saving, or when the user no longer exists. */
  readonly onDone: () => void
}

const ICON = { size: 32, stroke: 1.5 }
const WHY_NOT = {
  not_saved: { title: 'Not saved on this device yet', icon: <IconCloudOff {...ICON} /> },
  refused: { title: 'There is no such user', icon: <IconLock {...ICON} /> },
  failed: { title: 'The user could not be loaded', icon: <IconAlertTriangle {...ICON} /> },
} as const

const noteOf = ({ id }: ProfileUser) => (id === NO_ID_YET ? 'Not at the server yet' : `ID ${id}`)

/**
 * A user's profile: a form for administrators, facts for others. A user's own profile also has password and sessions.
 */
export function ProfilePage({ userId, onBack, onDone }: ProfilePageProps) {
  const { row, state, isRemoved, problem, isRefreshing, refetch } = useRecord(
    useMemo(() => userQuery(userId), [userId]),
    profileRows,
    userId,
  )
  const { user: oneself } = useSession()
  const isAdministrator = useCan(administrator)
  const back = (
    <Button variant="default" size="compact-md" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
      Back
    </Button>
  )
  if (row === null || isRemoved || state !== 'ready') {
    if (state === 'loading') return <ProfileSkeleton back={back} />
    const why =
      isRemoved || state === 'ready'
        ? { title: 'This user was deleted', icon: <IconUserOff {...ICON} /> }
        : WHY_NOT[state]
    const again = (
      <Button variant="default" loading={isRefreshing} onClick={() => void refetch()}>
        Try again
      </Button>
    )
    return (
      <>
        {back}
        <EmptyState isPage icon={why.icon} title={why.title} action={isRemoved ? null : again}>
          {problem?.message}
        </EmptyState>
      </>
    )
  }
  const isOwn = row.id === oneself?.id
  return (
    <>
      <div className={classes.top}>
        {back}
        <PageTitle title={fullName(row)} note={isOwn ? 'Your profile' : noteOf(row)} />
      </div>
      {isAdministrator && isFullUser(row) ? (
        // The key creates a new form for another user.
        <ProfileForm key={profileRows.keyOf(row)} user={row} isOwn={isOwn} onBack={onBack} onDone={onDone} />
      ) : (
        <ProfileFacts user={row} />
      )}
      {isOwn && isFullUser(row) ? <OwnPanels user={row} /> : null}
      {!isOwn && isAdministrator && isFullUser(row) && row.id !== NO_ID_YET ? (
        <div className={classes.own}>
          <SecurityPanel user={row.id} />
          <UserSessions user={row} />
        </div>
      ) : null}
    </>
  )
}
