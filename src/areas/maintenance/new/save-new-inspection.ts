import { miles } from '#contract/maintenance/inspection-changes.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { hasDueMileage } from '#contract/maintenance/maintenance-choices.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { createInspection } from '#src/areas/maintenance/changes/new-inspection-commands.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { attachmentsGiven } from '#src/form/attachments/new-attachment.ts'
import { type Submitter, submitAndWait } from '#src/form/frame/submit-and-wait.ts'
import { tellSubmitted } from '#src/form/frame/tell-submitted.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { draftOf } from '#src/offline/command.ts'
import { isOnline } from '#src/offline/connectivity.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { Given } from '#src/offline/outbox/save/stored-files.ts'
import { lastOfKind } from '../last-of-kind.ts'
import { costOf } from './cost-text.ts'
import type { NewInspectionInput } from './new-inspection.ts'
import { checklistIn, defectsIn, type InspectionValues, type TypedFiles } from './new-inspection-values.ts'
import { type Odometer, odometerNow } from './odometer.ts'

type Person = Pick<CurrentUser, 'id' | 'first_name' | 'last_name'>

/** All that a report is made of beside what was typed. */
interface Making {
  readonly values: InspectionValues
  readonly files: TypedFiles
  readonly odometer: Odometer
  readonly by: Person
  /** Milliseconds since 1970. */
  readonly now: number
  readonly client_id: string
  readonly supersedes: Inspection | null
}

/** What a form holds that its rules have judged. Throws where they have not. */
function judged<Value>(value: Value | null | ''): Value {
  if (value === null || value === '') throw new Error('a report was saved before its rules were kept')
  return value
}

const isKnown = (defect: { readonly defect_type: string }) => defect.defect_type !== ''

function contentOf({ values, files }: Pick<Making, 'values' | 'files'>) {
  const defects = defectsIn(values)
    .filter(isKnown)
    .map(({ client_id, defect_type, urgency, description }) => ({
      client_id,
      defect_type: judged(defect_type),
      urgency,
      description: description.trim(),
    }))
  const shownIn = new Set(['', ...defects.map(({ client_id }) => client_id)])
  const sent = Object.entries(files).flatMap(([of, some]) =>
    shownIn.has(of) ? some.map((file) => ({ of, file })) : [],
  )
  return { defects, sent }
}

/** The change that makes the report a form describes, with its files. */
export function givenOf(making: Making): Given {
  const { values, by, now, odometer, client_id, supersedes } = making
  const service_type = judged(values.service_type)
  const { defects, sent } = contentOf(making)
  const { files, refs } = attachmentsGiven(sent.map(({ file }) => file))
  const at = new Date(now).toISOString()
  const approved_at = values.approved_at || at
  const { id, first_name, last_name } = by
  const input: NewInspectionInput = {
    client_id,
    transport: { ...judged(values.transport), miles_driven: odometer.miles },
    fleet_manager: judged(values.fleet_manager),
    service_type,
    report_type: judged(values.report_type),
    career: values.career.trim(),
    total_cost: judged(costOf(values.total_cost)),
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
    files: sent.map(({ of, file: { file } }, place) => ({
      ...judged(refs[place] ?? null),
      type: file.type,
      size: file.size,
      ...(of !== '' && { defect: of }),
    })),
    supersedes,
  }
  return { ...draftOf(createInspection, input, null), files }
}

/** Makes the report that a form describes. Throws NotKept, and an `ApiError` for what the server refuses. */
export async function saveNewInspection(
  { values, files, by }: Pick<Making, 'values' | 'files' | 'by'>,
  own: Submitter,
): Promise<void> {
  const now = companyNow()
  const transport = judged(values.transport)
  const given = givenOf({
    values,
    files,
    by,
    now,
    odometer: odometerNow(transport),
    client_id: newUuid(),
    // With a network the server tells it in a moment.
    supersedes: isOnline() ? null : await lastOfKind(transport, judged(values.service_type), chicagoDay(now)),
  })
  tellSubmitted(await submitAndWait([given], own), 'Successfully updated')
}
