import { IconCircleDashed, IconMessage, IconPaperclip, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { thumbnailOf } from '#contract/files/files.ts'
import type { Attachment, Inspection } from '#contract/maintenance/inspections.ts'
import { countOf } from '#src/format/numbers.ts'
import { useStoredFile } from '#src/offline/outbox/show/use-stored-file.ts'
import classes from './inspection-marks.module.css'

const SIGN = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** First photo and number of files, number of comments, and whether the report is approved. */
export function InspectionMarks({ row: { attachments, comments, approved_date } }: { readonly row: Inspection }) {
  const isApproved = approved_date !== null
  const approval = isApproved ? 'Approved' : 'Not approved'
  const photo = attachments.find(({ type }) => type.startsWith('image/'))
  return (
    <ul className={classes.marks}>
      {attachments.length > 0 ? (
        <li title={countOf(attachments.length, 'attachment')}>
          {photo ? <Thumbnail photo={photo} /> : <IconPaperclip {...SIGN} />}
          {attachments.length}
          <span className="visually-hidden">{attachments.length === 1 ? ' attachment' : ' attachments'}</span>
        </li>
      ) : null}
      {comments.length > 0 ? (
        <li title={countOf(comments.length, 'comment')}>
          <IconMessage {...SIGN} />
          {comments.length}
          <span className="visually-hidden">{comments.length === 1 ? ' comment' : ' comments'}</span>
        </li>
      ) : null}
      <li className={isApproved ? classes.approved : undefined} title={approval}>
        {isApproved ? <IconRosetteDiscountCheck {...SIGN} /> : <IconCircleDashed {...SIGN} />}
        <span className={classes.word}>{approval}</span>
      </li>
    </ul>
  )
}

/** The small version of a photo; a file icon if it can't be loaded. */
function Thumbnail({ photo }: { readonly photo: Attachment }) {
  const shown = useStoredFile(photo.file)
  const [failed, setFailed] = useState<string | null>(null)
  const source = shown === null ? null : thumbnailOf(shown)
  if (source === null || source === failed) return <IconPaperclip {...SIGN} />
  return (
    <img
      className={classes.thumbnail}
      src={source}
      width={28}
      height={28}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(source)}
    />
  )
}
