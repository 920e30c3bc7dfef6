import type { ReactNode } from 'react'
import { megabytes } from '#contract/files/attachments.ts'
import { type Inspection, isOpenMajor } from '#contract/maintenance/inspections.ts'
import { defectTitle, stateTitle, urgencyTitle } from '#contract/maintenance/maintenance-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import { attachmentKey, isPhoto } from '#src/areas/maintenance/attachments/attachment-facts.ts'
import { InspectionFacts } from '#src/areas/maintenance/detail/inspection-facts.tsx'
import { ApprovalStamp, ReviewStamp } from '#src/areas/maintenance/signing/approval.tsx'
import { Stamp } from '#src/areas/maintenance/signing/stamp.tsx'
import { longDay } from '#src/format/calendar.ts'
import { chicagoMoment, chicagoRemark } from '#src/format/chicago.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { markWords } from '#src/ui/notice/waiting-mark.tsx'
import { useCompanyNow } from '#src/ui/use-now.ts'
import { inspectionRows } from '../inspection-rows.ts'
import { checkWords, momentWords, transportWords } from '../inspection-words.ts'
import classes from './inspection-sheet.module.css'
import { SheetPhoto } from './sheet-photo.tsx'

interface InspectionSheetProps {
  readonly row: Inspection
  /** When the server sent the data, in milliseconds since 1970; null if unknown. */
  readonly asOf: number | null
  /** Called when a photo has loaded or can't be loaded. */
  readonly onPhoto: (key: string) => void
}

/** A complete report on paper, in black on white. */
export function InspectionSheet({ row, asOf, onPhoto }: InspectionSheetProps) {
  const photos = row.attachments.filter(isPhoto)
  const documents = row.attachments.filter((one) => !isPhoto(one))
  return (
    <article className={classes.sheet}>
      <Head row={row} asOf={asOf} />
      <dl className={classes.facts}>
        <InspectionFacts row={row} unit={transportWords(row.transport)} />
      </dl>
      <div className={classes.stamps}>
        <ApprovalStamp row={row} />
        <ReviewStamp row={row} />
      </div>
      <Defects row={row} />
      <Checklist row={row} />
      {row.comments.length > 0 ? <Comments row={row} /> : null}
      {photos.length > 0 ? (
        <Part title="Photos">
          <ul className={classes.photos}>
            {photos.map((photo) => (
              <SheetPhoto key={attachmentKey(photo)} photo={photo} onSettled={() => onPhoto(attachmentKey(photo))} />
            ))}
          </ul>
        </Part>
      ) : null}
      {documents.length > 0 ? (
        <Part title="Other files">
          <ul className={classes.files}>
            {documents.map((file) => (
              <li key={attachmentKey(file)}>
                {file.name} ({megabytes(file.file_size)})
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
    </article>
  )
}

function Head({ row, asOf }: Pick<InspectionSheetProps, 'row' | 'asOf'>) {
  const now = useCompanyNow()
  const mark = useMark(inspectionRows, inspectionRows.keyOf(row))
  return (
    <header className={classes.head}>
      <div>
        <p className={classes.app}>Haulyard · Maintenance</p>
        <h2 className={classes.unit} translate="no">
          {row.transport.title}
        </h2>
        <p className={classes.service}>
          {row.service_type_display}, {longDay(row.date)}
        </p>
      </div>
      <div className={classes.when}>
        <p>{row.id === NO_ID_YET ? 'Not sent yet' : `Inspection ${row.id}`}</p>
        {asOf === null ? null : <p>As of {chicagoMoment(asOf)}</p>}
        <p>Printed {chicagoMoment(now)}, Central time</p>
        {mark === null ? null : <p className={classes.mark}>{markWords(mark)}</p>}
      </div>
    </header>
  )
}

function Defects({ row }: Pick<InspectionSheetProps, 'row'>) {
  if (row.defects.length === 0) return <Part title="Defects">No defects were found.</Part>
  const hasOpenMajor = !row.transport.is_deleted && row.defects.some(isOpenMajor)
  return (
    <Part title="Defects">
      {hasOpenMajor ? <p className={classes.held}>NOT READY TO ROLL: a major defect is open.</p> : null}
      <ul className={classes.defects}>
        {row.defects.map((defect) => (
          <li key={defect.client_id ?? defect.id} className={classes.defect} data-urgency={defect.urgency}>
            <div>
              <p>
                <b>{defectTitle(defect.defect_type)}</b> · {urgencyTitle(defect.urgency)} · {stateTitle(defect.state)}
              </p>
              {defect.description ? <p className={classes.words}>{defect.description}</p> : null}
            </div>
            {defect.state === 'open' ? null : (
              <Stamp
                title={defect.state === 'repaired' ? 'Repaired' : 'Deferred'}
                color={defect.state === 'repaired' ? 'green' : 'yellow'}
                by={`Certified by ${defect.settled_by ?? 'nobody'}`}
                on={defect.settled_at === null ? '' : momentWords(defect.settled_at)}
              >
                {defect.settled_note}
              </Stamp>
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Checklist({ row: { checklist } }: Pick<InspectionSheetProps, 'row'>) {
  if (checklist.length === 0) return null
  return (
    <Part title="Checklist">
      <ul className={classes.checklist}>
        {checklist.map(({ part, found }) => (
          <li key={part} data-found={found}>
            <span>{defectTitle(part)}</span>
            <b>{checkWords(found)}</b>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Comments({ row: { comments } }: Pick<InspectionSheetProps, 'row'>) {
  return (
    <Part title="Comments">
      <ul className={classes.comments}>
        {comments.map(({ id, client_id, user, text, created_at }) => (
          <li key={client_id ?? id}>
            <b>{user === null ? 'A former user' : fullName(user)}</b>, {chicagoRemark(Date.parse(created_at))}
            <p className={classes.words}>{text}</p>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
