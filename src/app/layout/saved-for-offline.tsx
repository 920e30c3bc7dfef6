import { IconDeviceMobileCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { SavedLine } from '#src/app/device/saved-line.tsx'
import classes from './saved-for-offline.module.css'

/** What this device holds, below the dashboard; and the way to more of it. */
export function SavedForOffline() {
  return (
    <div className={classes.saved}>
      <IconDeviceMobileCheck size={18} stroke={1.75} aria-hidden />
      <p role="status">
        <SavedLine />
      </p>
      <Link to="/device">This device</Link>
    </div>
  )
}
