import { miles } from '#contract/maintenance/inspection-changes.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { hasDueMileage } from '#contract/maintenance/maintenance-choices.ts'
import { unitNumberOf } from '#contract/units/unit-names.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { createInspection } from '#src/areas/maintenance/changes/new-inspection-commands.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { attachmentsForOutbox } from '#src/form/attachments/new-attachment.ts'
import { type Submitter, submitAndWait } from '#src/form/frame/submit-and-wait.ts'
import { toastResult } from '#src/form/frame/toast-result.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { newChange } from '#src/offline/command.ts'
import { isOnline } from '#src/offline/connectivity.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { NewChangeWithFiles } from '#src/offline/outbox/save/stored-files.ts'
import { currentUser } from '#src/session/session.ts'
import { toastWarning } from '#src/ui/notice/warning-toast.ts'
import { latestReport } from '../latest-report.ts'
import { parseCost } from './cost-text.ts'
import type { NewInspectionInput } from './new-inspection.ts'
import { checklistIn, defectsIn, type InspectionValues, type TypedFiles } from './new-inspection-values.ts'
import { type Odometer, odometerNow } from './odometer.ts'

type SigningUser = Pick<CurrentUser, 'id' | 'first_name' | 'last_name'>

/** Everything needed to create a report: the typed values and files, and the facts that the form does not contain. */
interface ReportSource {
  readonly values: InspectionValues
  readonly files: TypedFiles
  readonly odometer: Odometer
  readonly by: SigningUser
  /** Milliseconds since 1970. */
  readonly now: number
  readonly client_id: string
  readonly supersedes: Inspection | null
}

/** A value that the form's rules require. Throws if it is missing: saving must come after validation. */
function required<Value>(value: Value | null | ''): Value {
  if (value === null || value === '') throw new Error('a report was saved before its rules were kept')
  return value
}

const isKnown = (defect: { readonly defect_type: string }) => defect.defect_type !== ''

function contentOf({ values, files }: Pick<ReportSource, 'values' | 'files'>) {
  const defects = defectsIn(values)
    .filter(isKnown)
    .map(({ client_id, defect_type, urgency, description }) => ({
      client_id,
      defect_type: required(defect_type),
      urgency,
      description: description.trim(),
    }))
  const shownIn = new Set(['', ...defects.map(({ client_id }) => client_id)])
  const attached = Object.entries(files).flatMap(([of, some]) =>
    shownIn.has(of) ? some.map((file) => ({ of, file })) : [],
  )
  return { defects, attached }
}

/** The change that creates the typed report, with its files. */
export function newInspectionChange(source: ReportSource): NewChangeWithFiles {
  const { values, by, now, odometer, client_id, supersedes } = source
  const service_type = required(values.service_type)
  const { defects, attached } = contentOf(source)
  const { files, refs } = attachmentsForOutbox(attached.map(({ file }) => file))
  const at = new Date(now).toISOString()
  const approved_at = values.approved_at || at
  const { id, first_name, last_name } = by
  const input: NewInspectionInput = {
    client_id,
    transport: { ...required(values.transport), miles_driven: odometer.miles },
    fleet_manager: required(values.fleet_manager),
    service_type,
    report_type: required(values.report_type),
    career: values.career.trim(),
    total_cost: required(parseCost(values.total_cost)),
    odometer: odometer.miles,
    odometer_is_last_known: odometer.isLastKnown,
    due_date: values.due_date || null,
    due_mileage: hasDueMileage(service_type) ? (miles.safeParse(values.due_mileage || 0).data ?? null) : null,
    note: values.note.trim(),
    defects,
    checklist: checklistIn(values),
    approval: { by: { id, first_name, last_name }, at: approved_at, on: chicagoDay(Date.parse(approved_at)) },
    made_at: at,
    date: chicagoDay(now),
    files: attached.map(({ of }, place) => ({
      ...required(refs[place] ?? null),
      ...(of !== '' && { defect: of }),
    })),
    supersedes,
  }
  return { ...newChange(createInspection, input, null), files }
}

/** A filled-in form. */
export type TypedReport = Pick<ReportSource, 'values' | 'files'>

/**
 * Creates the typed reports: all of them or none. Throws NotSaved, and an `ApiError` if the server refuses a report.
 */
export async function saveNewInspections(reports: readonly TypedReport[], submitter: Submitter): Promise<void> {
  const by = currentUser()
  if (by === null) throw new Error('Sign in again to save this inspection.')
  const now = companyNow()
  const changes = await Promise.all(reports.map((report) => changeNow(report, by, now)))
  const submitted = await submitAndWait(changes, submitter)
  toastResult(submitted, 'Successfully updated')
  if (submitted.is !== 'refused') warnOfMajors(reports)
}

/** Says which units must stay: the report alone leaves that to the user. */
function warnOfMajors(reports: readonly TypedReport[]): void {
  const staying = reports.flatMap(({ values }) => (hasMajor(values) ? [required(values.transport)] : []))
  if (staying.length === 0) return
  const has = staying.length === 1 ? 'It has' : 'Each has'
  toastWarning(`Do not roll ${staying.map(unitWords).join(' and ')}. ${has} an open major defect.`)
}

const hasMajor = (values: InspectionValues) =>
  defectsIn(values).some((defect) => isKnown(defect) && defect.urgency === 'major')
const unitWords = (unit: Inspection['transport']) => `${unit.kind} ${unitNumberOf(unit)}`

async function changeNow({ values, files }: TypedReport, by: SigningUser, now: number): Promise<NewChangeWithFiles> {
  const transport = required(values.transport)
  return newInspectionChange({
    values,
    files,
    by,
    now,
    odometer: odometerNow(transport),
    client_id: newUuid(),
    // With a network, the server's response replaces the list right away.
    supersedes: isOnline() ? null : await latestReport(transport, required(values.service_type), chicagoDay(now)),
  })
}
