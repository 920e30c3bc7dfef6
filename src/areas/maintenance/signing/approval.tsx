import { Button } from '@mantine/core'
import { IconRubberStamp } from '@tabler/icons-react'
import { useState } from 'react'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { edit } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { approve } from '#src/areas/maintenance/changes/save-inspection.ts'
import { shortDay } from '#src/format/calendar.ts'
import { useSession } from '#src/session/session.ts'
import { useCan } from '#src/session/use-can.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { lateArrival, momentWords } from '../inspection-words.ts'
import { Stamp } from './stamp.tsx'

/** The approval of an inspection: name and date. Shows the times of approval and arrival if they differ. */
export function ApprovalStamp({ row }: { readonly row: Inspection }) {
  const { approved_by, approved_date, approved_at, approval_received_at = null } = row
  if (approved_date === null) return null
  const arrived = lateArrival(approved_at, approval_received_at)
  return (
    <Stamp
      title="Approved"
      color="green"
      by={approved_by === null ? 'A fleet manager' : fullName(approved_by)}
      on={shortDay(approved_date)}
    >
      {arrived === null || approved_at === null ? null : (
        <>
          <p>Approved {momentWords(approved_at)}</p>
          <p>Received {momentWords(arrived)}</p>
        </>
      )}
    </Stamp>
  )
}

/** The stamp of the next driver's review. */
export function ReviewStamp({ row: { reviewed_by, reviewed_at } }: { readonly row: Inspection }) {
  if (reviewed_by === null) return null
  return (
    <Stamp
      title="Reviewed by next driver"
      color="blue"
      by={reviewed_by}
      on={reviewed_at === null ? '' : momentWords(reviewed_at)}
    />
  )
}

/** Approves an unapproved inspection in the user's own name. Asks first: an approval can't be taken back. */
export function ApproveButton({ row }: { readonly row: Inspection }) {
  const me = useSession().user
  const isPermitted = useCan(edit('maintenance'))
  const [isAsked, setIsAsked] = useState(false)
  if (row.approved_date !== null || me === null) return null
  if (!isPermitted) return <p>Not approved yet.</p>
  return (
    <>
      <Button leftSection={<IconRubberStamp size={16} aria-hidden />} onClick={() => setIsAsked(true)}>
        Approve
      </Button>
      {isAsked ? (
        <Question
          title="Approve this inspection"
          confirm="Approve"
          onConfirm={() => void approve(row, me).catch(toastFailure)}
          onClose={() => setIsAsked(false)}
        >
          <p>It is stamped with your name, {fullName(me)}, and today’s date. An approval can’t be taken back.</p>
        </Question>
      ) : null}
    </>
  )
}
