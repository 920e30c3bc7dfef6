import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'

/** Replaces a page that failed to render. The rest of the app keeps working. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <EmptyState
      isPage
      isAlert
      icon={<IconAlertTriangle size={32} stroke={1.5} />}
      title="Unexpected Application Error!"
      action={
        <>
          <Button onClick={again}>Try again</Button>
          <Button variant="default" onClick={() => window.location.assign('/')}>
            Go to the start page
          </Button>
        </>
      }
    >
      {error instanceof Error ? error.message : String(error)} Changes that you saved are kept on this device.
    </EmptyState>
  )
}
