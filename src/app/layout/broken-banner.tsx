import { Button } from '@mantine/core'
import { IconDatabaseX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { BrokenReason } from '#src/offline/outbox/show/snapshot.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { useUnpressed } from '#src/ui/use-unpressed.ts'
import classes from './banner.module.css'

const WORDS: Readonly<Record<BrokenReason, string>> = {
  newer:
    'A newer version of Haulyard has been used on this device. Reload to update; nothing is lost. Until then nothing can be changed here.',
  storage: 'This browser does not store changes now, so nothing can be changed here.',
  error: 'An unexpected error in Haulyard keeps changes from being stored, so nothing can be changed here.',
}

/**
 * Shown on every page when no change can be saved: the device's storage can't be used, or not by this version of the
 * app.
 */
export function BrokenBanner() {
  const { state, reason } = useUnpressed(useOutbox())
  if (state !== 'broken') return null
  return (
    <div className={classes.banner} data-tone="attention" role="alert">
      <IconDatabaseX size={18} stroke={1.75} aria-hidden />
      <span>
        {WORDS[reason ?? 'storage']} <Link to="/outbox">What to do</Link>
      </span>
      <span className={classes.actions}>
        <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </span>
    </div>
  )
}
