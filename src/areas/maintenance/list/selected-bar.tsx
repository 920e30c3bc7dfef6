import { Button } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { inspectionCsvName } from '#contract/maintenance/inspection-csv.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { formatCount } from '#src/format/numbers.ts'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { downloadInspections } from './download-inspections.ts'
import classes from './selected-bar.module.css'

interface SelectedBarProps {
  readonly rows: readonly Inspection[]
  readonly onClear: () => void
}

/** Replaces the filters while rows are selected: the actions on the selected rows. */
export function SelectedBar({ rows, onClear }: SelectedBarProps) {
  const [isBusy, setIsBusy] = useState(false)
  const download = () => {
    setIsBusy(true)
    const done = (by: Awaited<ReturnType<typeof downloadInspections>>) =>
      toastDone(savedWords(inspectionCsvName(rows), by))
    void downloadInspections(rows)
      .then(done, toastFailure)
      .finally(() => setIsBusy(false))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div role="group" aria-label="Selected inspections" className={classes.bar}>
      <strong className={classes.count} role="status">
        {formatCount(rows.length)} Inspection(s) Report Selected
      </strong>
      <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={onClear}>
        Clear
      </Button>
      <Button leftSection={<IconDownload size={16} aria-hidden />} loading={isBusy} onClick={download}>
        Download
      </Button>
    </div>
  )
}

const savedWords = (name: string, by: 'server' | 'device') =>
  by === 'server'
    ? `${name} is on its way to your downloads.`
    : `${name} was made on this device, of what it shows. It is among your downloads.`
