import { IconDeviceMobileCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { SavedLine } from '#src/app/device/saved-line.tsx'
import classes from './saved-for-offline.module.css'

/** A line about this device's offline data, below the dashboard, with a link to the page "This device". */
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
