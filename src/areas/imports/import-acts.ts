import type { DuplicateExpense, DuplicateState } from '#contract/expenses/duplicate-expenses.ts'
import type { ImportPreview } from '#contract/expenses/import-preview.ts'
import type { ImportBatch } from '#contract/expenses/imports.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { submitAndWait } from '#src/form/frame/submit-and-wait.ts'
import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import { toastResult } from '#src/form/frame/toast-result.ts'
import { newChange } from '#src/offline/command.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { currentSubject, currentUser } from '#src/session/session.ts'
import type { NewReport } from './import-commands.ts'
import type { ChosenReport } from './import-queries.ts'
import { newRows } from './import-words.ts'

const commands = () => import('./import-commands.ts')

function currentAuthor(): NewReport['by'] {
  const user = currentUser()
  if (!user) throw new Error('Sign in again.')
  const { id, first_name, last_name } = user
  return { id, first_name, last_name }
}

/**
 * The reading choices to send: for a previewed report exactly those of the preview, whatever the server remembers about
 * its layout by then. Empty for a report without a preview.
 */
function readingOf(report: ChosenReport, preview: ImportPreview | null): Pick<NewReport, 'columns' | 'choices'> {
  if (preview) return { columns: preview.columns, choices: preview.choices }
  const { columns, choices } = report
  return { ...(columns && { columns }), ...(choices && { choices }) }
}

const now = () => new Date(companyNow()).toISOString()

function expectedOf(preview: ImportPreview): NewReport['expected'] {
  const { known, left_out, alike_left: alike, alike_amount, first_day, last_day, amount } = preview
  const doubled = preview.doubled + preview.repeated_left
  return { rows: newRows(preview), known, doubled, left_out, alike, alike_amount, first_day, last_day, amount }
}

/**
 * Imports a report, or saves it on this device until there is a network. Throws `NotSaved` and the server's refusals.
 */
export async function importReport(
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
    ...readingOf(report, preview),
    ...(decided && { decided }),
    by: currentAuthor(),
    at: now(),
    expected: preview && expectedOf(preview),
  }
  const files = [{ id: upload, field: 'file', file, name: file.name }]
  const making = commands().then(({ createImport }) => [{ ...newChange(createImport, input, null), files }])
  const submitted = await submitAndWait(making, { as: currentSubject(), isHere, needsResponse: true })
  toastResult(submitted, 'The report was imported')
}

/** The most duplicates decided by one change, so that its stored input stays small. */
const MAX_PER_CHANGE = 100

/** Decides duplicates in one state and offers to undo that. Throws `NotSaved`. */
export async function decide(duplicates: readonly DuplicateExpense[], to: DuplicateState): Promise<void> {
  const parts = Array.from({ length: Math.ceil(duplicates.length / MAX_PER_CHANGE) }, (_, n) =>
    duplicates.slice(n * MAX_PER_CHANGE, (n + 1) * MAX_PER_CHANGE),
  )
  const decision = { to, by: currentAuthor(), at: now() }
  await submitAllWithUndo(
    import('./duplicate-commands.ts').then(({ decideDuplicates }) =>
      parts.map((part) => newChange(decideDuplicates, { ...decision, duplicates: [...part] }, null)),
    ),
  )
}

/** Undoes an import. Throws like `importReport`. */
export async function undoImportedBatch(batch: ImportBatch, isHere: () => boolean): Promise<void> {
  const input = { batch, by: currentAuthor(), at: now() }
  const making = commands().then(({ undoImport }) => [newChange(undoImport, input, batch.version)])
  const submitted = await submitAndWait(making, { as: currentSubject(), isHere, needsResponse: true })
  toastResult(submitted, 'The report was taken back')
}
