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
  /** Its number, or the name that the device which made it gave it. */
  readonly id: string
}

/** One inspection as it comes out of the printer. What is not the report is not printed. */
export function InspectionPrintPage({ id }: InspectionPrintPageProps) {
  const query = useMemo(() => inspectionDetail(id), [id])
  const read = useRecord(query, inspectionRows, id)
  const { history } = useRouter()
  const { row, isRemoved } = read
  const isThere = row !== null && !isRemoved
  // Whoever prints before the photos have come has empty frames on paper.
  const [come, setCome] = useState<ReadonlySet<string>>(new Set())
  const awaited = row?.attachments.filter((one) => isPhoto(one) && !come.has(attachmentKey(one))).length ?? 0
  return (
    <>
      <PageTitle title="Print the inspection" note={awaited > 0 ? `${countOf(awaited, 'photo')} on the way` : null}>
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={() => history.back()}>
          Back
        </Button>
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={!isThere || awaited > 0}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </PageTitle>
      {isThere ? (
        <Paper label="Report" className={classes.report}>
          <InspectionSheet
            row={row}
            asOf={read.updatedAt}
            onPhoto={(key) => setCome((before) => (before.has(key) ? before : new Set(before).add(key)))}
          />
        </Paper>
      ) : (
        <InspectionAbsent read={read} />
      )}
    </>
  )
}
