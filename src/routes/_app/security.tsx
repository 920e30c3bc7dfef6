import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { administrator } from '#contract/wire/access.ts'
import { unlessHere, whenAllowed } from '#src/app/page-access.ts'
import { securityLineSize } from '#src/areas/users/security/security-line-size.ts'
import { SecurityPage } from '#src/areas/users/security/security-page.tsx'
import { SECURITY_DEFAULTS, securitySearch } from '#src/areas/users/security/security-search.ts'
import { ListSkeleton } from '#src/list/list-skeleton.tsx'

const needs = { access: administrator, refusal: 'Only an administrator can see the security log' }

export const Route = createFileRoute('/_app/security')({
  staticData: { title: 'Security', needs },
  validateSearch: securitySearch,
  search: { middlewares: [stripSearchParams(SECURITY_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) =>
    whenAllowed(needs.access, () =>
      unlessHere(cause, async () => (await import('#src/areas/users/security/load-security.ts')).loadSecurity(deps)),
    ),
  pendingComponent: () => <ListSkeleton title="Security" {...securityLineSize} />,
  component: SecurityRoute,
})

function SecurityRoute() {
  const navigate = Route.useNavigate()
  return <SecurityPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}
