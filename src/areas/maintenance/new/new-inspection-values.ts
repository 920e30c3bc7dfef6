import { inspectionValidUntil } from '#contract/maintenance/fleet-health.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import {
  type Check,
  checklistOf,
  type DefectType,
  forcesNoDefect,
  hasDueMileage,
  type ReportType,
  type ServiceType,
  type Urgency,
} from '#contract/maintenance/maintenance-choices.ts'
import type { NewAttachment } from '#src/form/attachments/new-attachment.ts'
import type { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import type { IsoDay } from '#src/format/calendar.ts'

/** A defect as the form stores it. */
export interface TypedDefect {
  readonly client_id: string
  /** Empty until it is chosen. */
  readonly defect_type: DefectType | ''
  readonly urgency: Urgency
  readonly description: string
  /** The defect belongs to a part of the checklist and counts only while that part is marked as a defect. */
  readonly isOfChecklist: boolean
}

/** The values of the forms for a new report. An empty text means no value. */
export interface InspectionValues {
  readonly transport: Inspection['transport'] | null
  readonly fleet_manager: Inspection['fleet_manager']
  readonly service_type: ServiceType | ''
  readonly report_type: ReportType | ''
  readonly career: string
  /** As it was typed. */
  readonly total_cost: string
  readonly due_date: string
  readonly due_mileage: number | string
  readonly defects: readonly TypedDefect[]
  /** The mark of each part of the checklist. Parts that are not checked yet are absent. */
  readonly found: Readonly<Partial<Record<DefectType, Check>>>
  readonly note: string
  readonly approved: boolean
  /** When the approval was checked, as an instant in wire format. Empty while it is not checked. */
  readonly approved_at: string
}
export type InspectionForm = ReturnType<typeof useFormFrame<InspectionValues>>

/** The files of a form by the client id of their defect. Files of the whole report have the key ''. */
export type TypedFiles = Readonly<Record<string, readonly NewAttachment[]>>

/** Empty values for a new report. `manager`: the signed-in user if that user is a fleet manager. */
export const emptyInspection = (manager: Inspection['fleet_manager']): InspectionValues => ({
  transport: null,
  fleet_manager: manager,
  service_type: '',
  report_type: '',
  career: '',
  total_cost: '',
  due_date: '',
  due_mileage: 0,
  defects: [],
  found: {},
  note: '',
  approved: false,
  approved_at: '',
})

/** Pre-trip and post-trip inspections have a checklist: every part named by 49 CFR 396.11 is checked. */
export const hasChecklist = (service: ServiceType | ''): boolean => service === 'pre_trip' || service === 'post_trip'

/** The parts to check. Empty while no unit is chosen, or if the service has no checklist. */
export function partsToCheck({ service_type, transport }: Pick<InspectionValues, 'service_type' | 'transport'>) {
  return hasChecklist(service_type) && transport !== null ? checklistOf(transport.kind) : []
}

/** The checked parts of the checklist with their marks. */
export function checklistIn(values: InspectionValues): { part: DefectType; found: Check }[] {
  return partsToCheck(values).flatMap(({ value: part }) => {
    const found = values.found[part]
    return found === undefined ? [] : [{ part, found }]
  })
}

/** The defects that the report contains. Checklist defects count only while their part is marked as a defect. */
export function defectsIn(values: InspectionValues): readonly TypedDefect[] {
  if (values.report_type !== 'defect') return []
  const marked = new Set<string>(
    checklistIn(values)
      .filter(({ found }) => found === 'defect')
      .map(({ part }) => part),
  )
  return values.defects.filter((one) => !one.isOfChecklist || marked.has(one.defect_type))
}

export const newDefect = (client_id: string, defect_type: DefectType | '' = ''): TypedDefect => ({
  client_id,
  defect_type,
  urgency: 'major',
  description: '',
  isOfChecklist: defect_type !== '',
})

/** Sets the report type. A report with defects gets one empty defect to fill in if it has none yet. */
export function withReport(values: InspectionValues, report_type: ReportType, newId: () => string): InspectionValues {
  const now = { ...values, report_type }
  if (report_type === 'no_defect' || defectsIn(now).length > 0) return now
  return { ...now, defects: [...values.defects, newDefect(newId())] }
}

/**
 * Sets the service type and the fields that depend on it: an oil change has no defects, and an annual inspection is due
 * again in twelve months.
 */
export function withService(values: InspectionValues, service_type: ServiceType, today: IsoDay): InspectionValues {
  const inAYear = inspectionValidUntil(today)
  // A due date that the user chose stays.
  const isFree = values.due_date === '' || (values.service_type === 'annual_inspection' && values.due_date === inAYear)
  const due_date = !isFree ? values.due_date : service_type === 'annual_inspection' ? inAYear : ''
  const report_type = forcesNoDefect(service_type) ? 'no_defect' : values.report_type
  const due_mileage = hasDueMileage(service_type) ? values.due_mileage : 0
  return withDerivedReportType({ ...values, service_type, due_date, report_type, due_mileage })
}

/** Derives the report type from the checklist as soon as one part is marked. */
function withDerivedReportType(values: InspectionValues): InspectionValues {
  const list = checklistIn(values)
  if (list.length === 0) return values
  const isMarked = list.some(({ found }) => found === 'defect')
  const isOther = values.defects.some((one) => !one.isOfChecklist)
  return { ...values, report_type: isMarked || (isOther && values.report_type === 'defect') ? 'defect' : 'no_defect' }
}

/**
 * Marks a part. The first mark as a defect adds a defect to fill in. That defect stays stored when the mark is changed,
 * and is used again when the mark returns.
 */
export function withMark(
  values: InspectionValues,
  part: DefectType,
  found: Check,
  newId: () => string,
): InspectionValues {
  const isKnown = values.defects.some((one) => one.isOfChecklist && one.defect_type === part)
  const defects = found === 'defect' && !isKnown ? [...values.defects, newDefect(newId(), part)] : values.defects
  return withDerivedReportType({ ...values, defects, found: { ...values.found, [part]: found } })
}

/** Whether any part of the unit is marked. */
export const hasMarks = ({ found }: Pick<InspectionValues, 'found'>): boolean => Object.keys(found).length > 0

/** Marks every unchecked part as OK. Marked parts stay unchanged. */
export function withRestOk(values: InspectionValues): InspectionValues {
  const rest = partsToCheck(values).filter(({ value }) => values.found[value] === undefined)
  const ok = Object.fromEntries(rest.map(({ value }) => [value, 'ok' as const]))
  return withDerivedReportType({ ...values, found: { ...values.found, ...ok } })
}

/** Takes back `withRestOk`, except for the parts that were marked otherwise since. `before`: the values before it. */
export function withoutRestOk(values: InspectionValues, before: InspectionValues): InspectionValues {
  const marks = Object.entries(values.found).filter(([part, found]) => found !== 'ok' || part in before.found)
  const now = { ...values, found: Object.fromEntries(marks) as InspectionValues['found'] }
  return hasMarks(now) ? withDerivedReportType(now) : { ...now, report_type: before.report_type }
}

/** Sets the unit. A change to another unit clears the checklist and its defects: they describe the former unit. */
export function withUnit(values: InspectionValues, transport: Inspection['transport']): InspectionValues {
  if (values.transport === null || values.transport.id === transport.id) return { ...values, transport }
  const defects = values.defects.filter((one) => !one.isOfChecklist)
  const isBare = defects.length === 0 && hasChecklist(values.service_type)
  return { ...values, transport, found: {}, defects, ...(isBare && { report_type: '' as const }) }
}
