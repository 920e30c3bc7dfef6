import { createFileRoute } from '@tanstack/react-router'
import { OutboxPage } from '#src/areas/outbox/outbox-page.tsx'

export const Route = createFileRoute('/_app/outbox')({
  staticData: { title: 'Outbox' },
  component: OutboxPage,
})
