import { Link } from '@tanstack/react-router'
import { SavedLine } from '#src/app/device/saved-line.tsx'
import { ReadyIcon } from '#src/app/ready/ready-icon.tsx'
import { useReadiness } from '#src/app/ready/use-readiness.ts'
import classes from './saved-for-offline.module.css'

/** A line about this device's offline data, below the dashboard, with a link to the page "This device". */
export function SavedForOffline() {
  return (
    <div className={classes.saved}>
      <ReadyIcon state={useReadiness().state} />
      <p role="status">
        <SavedLine />
      </p>
      <Link to="/device">This device</Link>
    </div>
  )
}
