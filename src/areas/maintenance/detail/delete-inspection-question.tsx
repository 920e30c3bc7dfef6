import type { Inspection } from '#contract/maintenance/inspections.ts'
import { removeInspection } from '#src/areas/maintenance/changes/save-inspection.ts'
import { openMajorsOf } from '#src/areas/maintenance/changes/seen-inspection.ts'
import { shortDay } from '#src/format/calendar.ts'
import { countOf } from '#src/format/numbers.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'

interface DeleteInspectionQuestionProps {
  readonly row: Inspection
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** "3 attachments and 1 comment go with it."; empty if the inspection has neither. */
export function attachedContentWords({ attachments, comments }: Pick<Inspection, 'attachments' | 'comments'>): string {
  const parts = [
    attachments.length > 0 ? countOf(attachments.length, 'attachment') : '',
    comments.length > 0 ? countOf(comments.length, 'comment') : '',
  ].filter(Boolean)
  if (parts.length === 0) return ''
  return `${parts.join(' and ')} ${attachments.length + comments.length === 1 ? 'goes' : 'go'} with it.`
}

/** Asks before an inspection is deleted, and lists what is deleted with it. */
export function DeleteInspectionQuestion({ row, onDeleted, onClose }: DeleteInspectionQuestionProps) {
  const majors = openMajorsOf(row).length
  const remove = () => {
    removeInspection(row).then(onDeleted, toastFailure)
  }
  return (
    <Question title="Delete this inspection" confirm="Delete" isDanger onConfirm={remove} onClose={onClose}>
      <p>
        {row.service_type_display} of {row.transport.title}, {shortDay(row.date)}, is gone for good.{' '}
        {attachedContentWords(row)}
      </p>
      {majors > 0 ? (
        <p>
          {countOf(majors, 'open major defect')} of it would no longer keep {row.transport.title} in the yard.
        </p>
      ) : null}
    </Question>
  )
}
