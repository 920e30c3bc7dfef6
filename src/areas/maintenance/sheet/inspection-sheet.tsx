import { megabytes } from '#contract/files/attachments.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { defectTitle } from '#contract/maintenance/maintenance-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import { attachmentKey, isPhoto } from '#src/areas/maintenance/attachments/attachment-facts.ts'
import { filesBesideDefects } from '#src/areas/maintenance/attachments/defect-files.ts'
import { InspectionFacts } from '#src/areas/maintenance/detail/inspection-facts.tsx'
import { ApprovalStamp, ReviewStamp } from '#src/areas/maintenance/signing/approval.tsx'
import { longDay } from '#src/format/calendar.ts'
import { chicagoMoment, chicagoRemark } from '#src/format/chicago.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { NO_ID_YET } from '#src/record/identity.ts'
import { markWords } from '#src/ui/notice/waiting-mark.tsx'
import { useCompanyNow } from '#src/ui/use-now.ts'
import { inspectionRows } from '../inspection-rows.ts'
import { checkWords, transportWords } from '../inspection-words.ts'
import classes from './inspection-sheet.module.css'
import { SheetDefects } from './sheet-defects.tsx'
import { SheetPart } from './sheet-part.tsx'
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
  const photos = filesBesideDefects(row).filter(isPhoto)
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
      <SheetDefects row={row} onPhoto={onPhoto} />
      <Checklist row={row} />
      {row.comments.length > 0 ? <Comments row={row} /> : null}
      {photos.length > 0 ? (
        <SheetPart title="Photos">
          <ul className={classes.photos}>
            {photos.map((photo) => (
              <SheetPhoto
                key={attachmentKey(photo)}
                photo={photo}
                caption={photo.name}
                onSettled={() => onPhoto(attachmentKey(photo))}
              />
            ))}
          </ul>
        </SheetPart>
      ) : null}
      {documents.length > 0 ? (
        <SheetPart title="Other files">
          <ul className={classes.files}>
            {documents.map((file) => (
              <li key={attachmentKey(file)}>
                {file.name} ({megabytes(file.file_size)})
              </li>
            ))}
          </ul>
        </SheetPart>
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

function Checklist({ row: { checklist } }: Pick<InspectionSheetProps, 'row'>) {
  if (checklist.length === 0) return null
  return (
    <SheetPart title="Checklist">
      <ul className={classes.checklist}>
        {checklist.map(({ part, found }) => (
          <li key={part} data-found={found}>
            <span>{defectTitle(part)}</span>
            <b>{checkWords(found)}</b>
          </li>
        ))}
      </ul>
    </SheetPart>
  )
}

function Comments({ row: { comments } }: Pick<InspectionSheetProps, 'row'>) {
  return (
    <SheetPart title="Comments">
      <ul className={classes.comments}>
        {comments.map(({ id, client_id, user, text, created_at }) => (
          <li key={client_id ?? id}>
            <b>{user === null ? 'A former user' : fullName(user)}</b>, {chicagoRemark(Date.parse(created_at))}
            <p className={classes.words}>{text}</p>
          </li>
        ))}
      </ul>
    </SheetPart>
  )
}
