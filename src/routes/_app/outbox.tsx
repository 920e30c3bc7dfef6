import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OutboxPage } from '#src/areas/outbox/outbox-page.tsx'
import { OUTBOX_DEFAULTS, outboxSearch } from '#src/areas/outbox/outbox-search.ts'

export const Route = createFileRoute('/_app/outbox')({
  staticData: { title: 'Outbox' },
  validateSearch: outboxSearch,
  search: { middlewares: [stripSearchParams(OUTBOX_DEFAULTS)] },
  component: OutboxRoute,
})

function OutboxRoute() {
  const navigate = Route.useNavigate()
  return (
    <OutboxPage
      choice={Route.useSearch()}
      onChoose={(choice) => void navigate({ search: choice, replace: true, resetScroll: false })}
    />
  )
}
