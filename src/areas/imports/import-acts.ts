import type { DuplicateExpense, DuplicateState } from '#contract/expenses/duplicate-expenses.ts'
import type { ImportPreview } from '#contract/expenses/import-preview.ts'
import type { ImportBatch } from '#contract/expenses/imports.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { submitAndWait } from '#src/form/frame/submit-and-wait.ts'
import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import { tellSubmitted } from '#src/form/frame/tell-submitted.ts'
import { draftOf } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { currentSubject, currentUser } from '#src/session/session.ts'
import type { NewReport } from './import-commands.ts'
import type { ChosenReport } from './import-queries.ts'
import { freshRows } from './import-words.ts'

const commands = () => import('./import-commands.ts')

function oneself(): NewReport['by'] {
  const user = currentUser()
  if (!user) throw new Error('Sign in again.')
  const { id, first_name, last_name } = user
  return { id, first_name, last_name }
}

/**
 * How a report is read that was looked through: exactly as it was then, whatever is remembered of its layout by the time it
 * comes. Of one that was not, nothing is said.
 */
function readAs(report: ChosenReport, preview: ImportPreview | null): Pick<NewReport, 'columns' | 'choices'> {
  if (preview) return { columns: preview.columns, choices: preview.choices }
  const { columns, choices } = report
  return { ...(columns && { columns }), ...(choices && { choices }) }
}

const now = () => new Date(companyNow()).toISOString()

function expectedOf(preview: ImportPreview): NewReport['expected'] {
  const { known, left_out, alike_left: alike, alike_amount, first_day, last_day, amount } = preview
  const doubled = preview.doubled + preview.repeated_left
  return { rows: freshRows(preview), known, doubled, left_out, alike, alike_amount, first_day, last_day, amount }
}

/** Takes a report in, or keeps it on this device until there is a network. Throws NotKept, and what the server refuses. */
export async function takeIn(
  report: ChosenReport,
  preview: ImportPreview | null,
  isHere: () => boolean,
): Promise<void> {
  const { kind, file, upload, decided } = report
  const input: NewReport = {
    client_id: newUuid(),
    kind,
    name: file.name,
    file: { upload },
    ...readAs(report, preview),
    ...(decided && { decided }),
    by: oneself(),
    at: now(),
    expected: preview && expectedOf(preview),
  }
  const files = [{ id: upload, field: 'file', file, name: file.name }]
  const making = commands().then(({ createImport }) => [{ ...draftOf(createImport, input, null), files }])
  const submitted = await submitAndWait(making, { as: currentSubject(), isHere })
  tellSubmitted(submitted, 'The report was taken in')
}

/** So many are decided by one change: its input stays small on the device. */
const AT_ONCE = 100

/** Decides duplicates of one state, and offers to take that back. Throws NotKept. */
export async function decide(duplicates: readonly DuplicateExpense[], to: DuplicateState): Promise<void> {
  const parts = Array.from({ length: Math.ceil(duplicates.length / AT_ONCE) }, (_, n) =>
    duplicates.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  )
  const said = { to, by: oneself(), at: now() }
  await submitAllWithUndo(
    import('./duplicate-commands.ts').then(({ decideDuplicates }) =>
      parts.map((part) => draftOf(decideDuplicates, { ...said, duplicates: [...part] }, null)),
    ),
  )
}

/** Takes back what a report brought. Throws as `takeIn`. */
export async function takeBack(batch: ImportBatch, isHere: () => boolean): Promise<void> {
  const input = { batch, by: oneself(), at: now() }
  const making = commands().then(({ undoImport }) => [draftOf(undoImport, input, batch.version)])
  const submitted = await submitAndWait(making, { as: currentSubject(), isHere })
  tellSubmitted(submitted, 'The report was taken back')
}
