import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'

/** Shown for URLs that match no page. */
export function NotFoundScreen() {
  return (
    <EmptyState
      isPage
      icon={<IconMapOff size={32} stroke={1.5} />}
      title="Page not found"
      action={<Button renderRoot={(props) => <Link to="/" {...props} />}>Go to the start page</Button>}
    >
      There is no page at this address. It may have been moved, or the link was cut short.
    </EmptyState>
  )
}
