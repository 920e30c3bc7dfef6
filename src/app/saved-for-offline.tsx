import { IconDeviceMobileCheck } from '@tabler/icons-react'
import { useStorageTrouble } from '#src/offline/storage-trouble.ts'
import { useYardSet } from '#src/offline/yard-set.ts'
import { AgeLabel } from '#src/ui/age-label.tsx'
import classes from './start-page.module.css'

/** How far this device is with keeping what its person may see. */
export function SavedForOffline() {
  const { total, done, finishedAt } = useYardSet()
  const trouble = useStorageTrouble()
  if (trouble === null && total === 0 && finishedAt === null) return null
  return (
    <p className={classes.saved} role="status">
      <IconDeviceMobileCheck size={18} stroke={1.75} aria-hidden />
      {trouble === 'full' ? (
        'This device has no space left: what you open now is not kept for times without a network.'
      ) : trouble === 'unavailable' ? (
        'This browser keeps nothing on the device (a private window?): Haulyard needs a network here.'
      ) : finishedAt === null || done < total ? (
        `Saving for times without a network: ${done} of ${total}`
      ) : (
        <span>
          Saved for offline · <AgeLabel at={finishedAt} />
        </span>
      )}
    </p>
  )
}
