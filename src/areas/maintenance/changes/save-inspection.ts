import type { Defect, Inspection } from '#contract/maintenance/inspections.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { type Submitter, submitAndWait, unwatched } from '#src/form/frame/submit-and-wait.ts'
import { submitWithUndo } from '#src/form/frame/submit-with-undo.ts'
import { tellSubmitted } from '#src/form/frame/tell-submitted.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { draftOf } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { seenVersionIn } from '#src/record/identity.ts'
import { commentOnInspection } from './comment-commands.ts'
import { type Settlement, settleDefect } from './defect-commands.ts'
import { deleteInspection } from './delete-inspection-commands.ts'
import { approveInspection, reviewInspection } from './sign-inspection-commands.ts'

type Person = Pick<CurrentUser, 'id' | 'first_name' | 'last_name' | 'photo'>

/** Says what became of a defect. Throws NotKept. */
export function saveSettlement(row: Inspection, defect: Defect, to: Settlement): Promise<void> {
  return submitWithUndo(settleDefect, { was: row, defect, to }, { seenVersion: seenVersionIn(row) })
}

/** Sets the next driver's name under a report. Throws NotKept. */
export function saveReview(row: Inspection, by: string, at: string | null): Promise<void> {
  return submitWithUndo(reviewInspection, { was: row, by, at }, { seenVersion: seenVersionIn(row) })
}

/** Sets the name of whoever is signed in under an inspection. Throws NotKept. */
export async function approve(row: Inspection, { id, first_name, last_name }: Person): Promise<void> {
  const now = companyNow()
  const by = { id, first_name, last_name }
  const input = { was: row, by, at: new Date(now).toISOString(), on: chicagoDay(now) }
  const given = { ...draftOf(approveInspection, input, seenVersionIn(row)), files: [] }
  tellSubmitted(await submitAndWait([given], unwatched()), 'Successfully updated')
}

/** Adds a comment in one's own name. Throws NotKept, and an `ApiError` for what the server refuses. */
export async function saveComment(
  was: Inspection,
  { id, first_name, last_name, photo }: Person,
  text: string,
  own: Submitter,
): Promise<void> {
  const by = { id, first_name, last_name, photo }
  const input = { was, client_id: newUuid(), by, text: text.trim(), at: new Date(companyNow()).toISOString() }
  const given = { ...draftOf(commentOnInspection, input, null), files: [] }
  tellSubmitted(await submitAndWait([given], own), 'New comment added')
}

/** Deletes an inspection. Throws NotKept. */
export async function removeInspection(row: Inspection): Promise<void> {
  const given = { ...draftOf(deleteInspection, { was: row }, seenVersionIn(row)), files: [] }
  tellSubmitted(await submitAndWait([given], unwatched()), 'Successfully deleted')
}
