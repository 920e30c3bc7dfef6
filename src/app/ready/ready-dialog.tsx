import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readStorageLife } from '#src/offline/query-storage/storage-life.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import classes from './ready-parts.module.css'
import { ReadyParts } from './ready-parts.tsx'
import { readyWords } from './ready-words.ts'
import { useReadiness } from './use-readiness.ts'

/** What this device needs to work without a network, opened from the bar. */
export function ReadyDialog({ onClose }: { readonly onClose: () => void }) {
  const readiness = useReadiness()
  useEffect(() => void readStorageLife(), [])
  return (
    <Dialog title="Offline use" onClose={onClose}>
      <p className={classes.summary} role="status">
        {readyWords(readiness)}
      </p>
      <ReadyParts />
      <Link to="/device" className={classes.link ?? ''} onClick={onClose}>
        This device
      </Link>
    </Dialog>
  )
}
