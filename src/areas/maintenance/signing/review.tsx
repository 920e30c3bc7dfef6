import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { edit } from '#contract/wire/access.ts'
import classes from '#src/areas/maintenance/detail/inspection-detail.module.css'
import { Can } from '#src/session/can.tsx'
import { ReviewStamp } from './approval.tsx'
import { ReviewDialog } from './review-dialog.tsx'

/** The next driver's review of a report with defects: its stamp, or the button to sign it (49 CFR 396.13). */
export function Review({ row }: { readonly row: Inspection }) {
  const [isOpen, setIsOpen] = useState(false)
  if (row.reviewed_by !== null) return <ReviewStamp row={row} />
  if (row.defects.length === 0) return null
  return (
    <Can access={edit('maintenance')}>
      <p className={classes.buttons}>
        <Button variant="default" size="compact-md" onClick={() => setIsOpen(true)}>
          Sign as next driver
        </Button>
      </p>
      {isOpen ? <ReviewDialog row={row} onClose={() => setIsOpen(false)} /> : null}
    </Can>
  )
}
