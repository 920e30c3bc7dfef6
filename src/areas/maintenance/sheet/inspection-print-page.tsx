import { Button } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { attachmentKey, isPhoto } from '#src/areas/maintenance/attachments/attachment-facts.ts'
import { InspectionAbsent } from '#src/areas/maintenance/detail/inspection-absent.tsx'
import { inspectionDetail } from '#src/areas/maintenance/detail/inspection-detail-queries.ts'
import { countOf } from '#src/format/numbers.ts'
import { useRecord } from '#src/offline/reading/use-record.ts'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { Paper } from '#src/ui/page/paper.tsx'
import { inspectionRows } from '../inspection-rows.ts'
import classes from './inspection-print-page.module.css'
import { InspectionSheet } from './inspection-sheet.tsx'

interface InspectionPrintPageProps {
  /** The id, or the client id from the device that created the inspection. */
  readonly id: string
}

/** A print preview of one inspection. Only the report itself is printed. */
export function InspectionPrintPage({ id }: InspectionPrintPageProps) {
  const query = useMemo(() => inspectionDetail(id), [id])
  const read = useRecord(query, inspectionRows, id)
  const { history } = useRouter()
  const { row, isRemoved } = read
  const isLoaded = row !== null && !isRemoved
  // Printing waits for the photos: otherwise the paper shows empty frames.
  const [loadedPhotos, setLoadedPhotos] = useState<ReadonlySet<string>>(new Set())
  const pendingPhotos =
    row?.attachments.filter((one) => isPhoto(one) && !loadedPhotos.has(attachmentKey(one))).length ?? 0
  return (
    <>
      <PageTitle
        title="Print the inspection"
        note={pendingPhotos > 0 ? `${countOf(pendingPhotos, 'photo')} on the way` : null}
      >
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={() => history.back()}>
          Back
        </Button>
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={!isLoaded || pendingPhotos > 0}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </PageTitle>
      {isLoaded ? (
        <Paper label="Report" className={classes.report}>
          <InspectionSheet
            row={row}
            asOf={read.updatedAt}
            onPhoto={(key) => setLoadedPhotos((before) => (before.has(key) ? before : new Set(before).add(key)))}
          />
        </Paper>
      ) : (
        <InspectionAbsent read={read} />
      )}
    </>
  )
}
