import { createFileRoute, useCanGoBack, useRouter } from '@tanstack/react-router'
import { administrator, can } from '#contract/wire/access.ts'
import { ProfilePage } from '#src/areas/users/profile-page.tsx'
import { prepareFromDevice } from '#src/offline/reading/declared-query.ts'
import { useSession } from '#src/session/session.ts'

export const Route = createFileRoute('/_app/users/$userId')({
  staticData: { title: 'User profile' },
  loader: async ({ params }) => {
    // Loaded with the page.
    const { userQuery } = await import('#src/areas/users/user-queries.ts')
    await prepareFromDevice(userQuery(params.userId))
  },
  component: ProfileRoute,
})

function ProfileRoute() {
  const { userId } = Route.useParams()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const { user } = useSession()
  const toList = () => void navigate({ to: can(user, administrator) ? '/users' : '/' })
  return (
    <ProfilePage
      key={userId}
      userId={userId}
      onBack={canGoBack ? () => router.history.back() : toList}
      onDone={toList}
    />
  )
}
