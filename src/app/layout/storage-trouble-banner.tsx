import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { TROUBLE_WORDS } from '#src/app/device/device-words.ts'
import type { StorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { useStorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { useUnpressed } from '#src/ui/use-unpressed.ts'
import classes from './banner.module.css'

/** Why nothing is stored on this device. Shown once: the problem lasts until the user solves it, and the page "This device" shows it again. */
export function StorageTroubleBanner() {
  const trouble = useUnpressed(useStorageTrouble())
  const [said, setSaid] = useState<StorageTrouble>(null)
  if (trouble === null || trouble === said) return null
  return (
    <p className={classes.banner} data-tone="attention">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <span>{TROUBLE_WORDS[trouble]}</span>
      <span className={classes.actions}>
        <Button size="compact-sm" variant="default" onClick={() => setSaid(trouble)}>
          Understood
        </Button>
      </span>
    </p>
  )
}
