import '#src/theme/app-styles.ts'
import { IconLock } from '@tabler/icons-react'
import { Outlet, useMatches } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#contract/wire/access.ts'
import { optionalPart } from '#src/app/optional-part.ts'
import { useSession } from '#src/session/session.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import classes from './app-layout.module.css'
import { BrokenBanner } from './broken-banner.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { NavigationTabs } from './navigation-tabs.tsx'
import { OfflineBanner } from './offline-banner.tsx'

const DraftOffers = optionalPart(() => import('../draft-offers.tsx').then((module) => module.DraftOffers))
const HeldChanges = optionalPart(() => import('#src/app/held/held-changes.tsx').then((module) => module.HeldChanges))
const UpdatePrompt = optionalPart(() =>
  import('#src/app/install/update-prompt.tsx').then((module) => module.UpdatePrompt),
)
const PasswordNeeded = optionalPart(() =>
  import('#src/app/held/password-needed.tsx').then((module) => module.PasswordNeeded),
)

/**
 * The frame of every signed-in page. It is recreated for another user: a tab that slept during the change must not
 * continue with the former user's typed input.
 */
export function AppLayout() {
  const { user } = useSession()
  const [person, setPerson] = useState(user?.id)
  if (user !== null && user.id !== person) setPerson(user.id)
  return <UserLayout key={person} />
}

function UserLayout() {
  const { user } = useSession()
  const needs = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.needs)?.staticData.needs,
  })
  const isRefused = needs !== undefined && !can(user, needs.access)
  return (
    <>
      <a className={classes.skip} href="#page">
        Skip to the page
      </a>
      <NavigationBar />
      <OfflineBanner />
      <BrokenBanner />
      <UpdatePrompt />
      <HeldChanges />
      <PasswordNeeded />
      <DraftOffers />
      <main id="page" className={classes.page} tabIndex={-1}>
        {isRefused ? (
          <EmptyState isPage icon={<IconLock size={32} stroke={1.5} />} title={needs.refusal} />
        ) : (
          <Outlet />
        )}
      </main>
      <NavigationTabs place="bottom" />
    </>
  )
}
