import type { Inspection } from '#contract/maintenance/inspections.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { type Submitter, submitAndWait, unwatched } from '#src/form/frame/submit-and-wait.ts'
import { submitWithUndo } from '#src/form/frame/submit-with-undo.ts'
import { toastResult } from '#src/form/frame/toast-result.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { newChange } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { seenVersionIn } from '#src/record/identity.ts'
import { commentOnInspection } from './comment-commands.ts'
import { deleteInspection } from './delete-inspection-commands.ts'
import { approveInspection, reviewInspection } from './sign-inspection-commands.ts'

type SigningUser = Pick<CurrentUser, 'id' | 'first_name' | 'last_name' | 'photo'>

/** Saves the next driver's review of a report, with Undo. Throws NotSaved. */
export function saveReview(row: Inspection, by: string, at: string | null): Promise<void> {
  return submitWithUndo(reviewInspection, { was: row, by, at }, { seenVersion: seenVersionIn(row) })
}

/** Approves an inspection in the name of the signed-in user. Throws NotSaved. */
export async function approve(row: Inspection, { id, first_name, last_name }: SigningUser): Promise<void> {
  const now = companyNow()
  const by = { id, first_name, last_name }
  const input = { was: row, by, at: new Date(now).toISOString(), on: chicagoDay(now) }
  const change = { ...newChange(approveInspection, input, seenVersionIn(row)), files: [] }
  toastResult(await submitAndWait([change], unwatched()), 'Successfully updated')
}

/** Adds a comment in the name of the signed-in user. Throws NotSaved, and an `ApiError` if the server refuses it. */
export async function saveComment(
  was: Inspection,
  { id, first_name, last_name, photo }: SigningUser,
  text: string,
  submitter: Submitter,
): Promise<void> {
  const by = { id, first_name, last_name, photo }
  const input = { was, client_id: newUuid(), by, text: text.trim(), at: new Date(companyNow()).toISOString() }
  const change = { ...newChange(commentOnInspection, input, null), files: [] }
  toastResult(await submitAndWait([change], submitter), 'New comment added')
}

/** Deletes an inspection. Throws NotSaved. */
export async function removeInspection(row: Inspection): Promise<void> {
  const change = { ...newChange(deleteInspection, { was: row }, seenVersionIn(row)), files: [] }
  toastResult(await submitAndWait([change], unwatched()), 'Successfully deleted')
}
