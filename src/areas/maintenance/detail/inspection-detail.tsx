import { type ReactNode, useId, useMemo } from 'react'
import type { InspectionTab } from '#contract/maintenance/inspection-lists.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { edit } from '#contract/wire/access.ts'
import { AttachmentList } from '#src/areas/maintenance/attachments/attachment-list.tsx'
import { filesBesideDefects } from '#src/areas/maintenance/attachments/defect-files.ts'
import { ApprovalStamp, ApproveButton } from '#src/areas/maintenance/signing/approval.tsx'
import { Review } from '#src/areas/maintenance/signing/review.tsx'
import { shortDay } from '#src/format/calendar.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { useRecord } from '#src/offline/reading/use-record.ts'
import { Can } from '#src/session/can.tsx'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { Fact } from '#src/ui/page/fact.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { inspectionRows } from '../inspection-rows.ts'
import { ChecklistTable } from './checklist-table.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import { DefectList } from './defect-list.tsx'
import { InspectionAbsent } from './inspection-absent.tsx'
import { InspectionActions } from './inspection-actions.tsx'
import classes from './inspection-detail.module.css'
import { inspectionDetail } from './inspection-detail-queries.ts'
import { InspectionFacts } from './inspection-facts.tsx'
import { UnitLink } from './unit-link.tsx'

interface InspectionDetailProps {
  /** The id, or the client id from the device that created the inspection. */
  readonly id: string
  /** The tab in which the inspection was opened. */
  readonly tab: InspectionTab
  /** Called after the user deleted the inspection here: nothing is left to show. */
  readonly onClose: () => void
}

/** All details of one inspection, and its actions. */
export function InspectionDetail({ id, tab, onClose }: InspectionDetailProps) {
  const query = useMemo(() => inspectionDetail(id), [id])
  const read = useRecord(query, inspectionRows, id)
  const title = useId()
  const { row, isRemoved } = read
  if (row === null) return <InspectionAbsent read={read} />
  return (
    <section className={classes.detail} aria-labelledby={title}>
      <h2 id={title} className={classes.title}>
        {`${row.service_type_display} · ${row.transport.title}`}
      </h2>
      {isRemoved ? (
        <InspectionAbsent read={read} />
      ) : (
        <DetailContent row={row} tab={tab} updatedAt={read.updatedAt} onDeleted={onClose} />
      )}
    </section>
  )
}

interface DetailContentProps {
  readonly row: Inspection
  readonly tab: InspectionTab
  readonly updatedAt: number | null
  readonly onDeleted: () => void
}

function DetailContent({ row, tab, updatedAt, onDeleted }: DetailContentProps) {
  return (
    <>
      <StatusLine row={row} updatedAt={updatedAt} />
      <InspectionActions row={row} tab={tab} onDeleted={onDeleted} />
      <dl className={classes.facts}>
        <InspectionFacts row={row} unit={<UnitLink transport={row.transport} />}>
          <Fact name="Date">{shortDay(row.date)}</Fact>
        </InspectionFacts>
      </dl>
      <div className={classes.stamps}>
        <ApprovalStamp row={row} />
        <ApproveButton row={row} />
      </div>
      <Part title="Report details">
        <DefectList row={row} />
        <Review row={row} />
      </Part>
      {row.checklist.length > 0 ? (
        <Part title="Checklist">
          <ChecklistTable row={row} />
        </Part>
      ) : null}
      <Part title="Attachments" count={filesBesideDefects(row).length}>
        <AttachmentList row={row} />
      </Part>
      <Part title="Comments" count={row.comments.length}>
        <CommentList comments={row.comments} />
        <Can access={edit('maintenance')}>
          <CommentForm key={`${row.client_id ?? row.id}`} was={row} />
        </Can>
      </Part>
    </>
  )
}

/** The date of the inspection, the age of the shown data, and a mark if changes wait. */
function StatusLine({ row, updatedAt }: Pick<DetailContentProps, 'row' | 'updatedAt'>) {
  const mark = useMark(inspectionRows, inspectionRows.keyOf(row))
  return (
    <p className={classes.standing}>
      <span>{shortDay(row.date)}</span>
      <AgeLabel at={updatedAt} form="as_of" />
      <WaitingMark mark={mark} />
    </p>
  )
}

interface PartProps {
  readonly title: string
  readonly count?: number
  readonly children: ReactNode
}

function Part({ title, count = 0, children }: PartProps) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id} className={classes.partTitle}>
        {title}
        {count > 0 ? <span className={classes.count}> {count}</span> : null}
      </h3>
      {children}
    </section>
  )
}
