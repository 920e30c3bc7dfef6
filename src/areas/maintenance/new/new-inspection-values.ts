import { inspectionHoldsUntil } from '#contract/maintenance/fleet-health.ts'
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

/** A defect as the form holds it. */
export interface TypedDefect {
  readonly client_id: string
  /** Empty until it is chosen. */
  readonly defect_type: DefectType | ''
  readonly urgency: Urgency
  readonly description: string
  /** It is there because its part of the checklist is marked so, and for as long as that is. */
  readonly isOfChecklist: boolean
}

/** What the forms of a new report hold; a text that is empty says nothing. */
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
  /** What was found of each part of the checklist; those that nobody has looked at yet are absent. */
  readonly found: Readonly<Partial<Record<DefectType, Check>>>
  readonly note: string
  readonly approved: boolean
  /** When the box was ticked, as the wire has it; empty while it is not. */
  readonly approved_at: string
}
export type InspectionForm = ReturnType<typeof useFormFrame<InspectionValues>>

/** The files of a form, by the defect that they show; '' for those of the whole report. */
export type TypedFiles = Readonly<Record<string, readonly NewAttachment[]>>

/** With what the form of a new report begins. `manager`: whoever is signed in, where that is a fleet manager. */
export const noInspection = (manager: Inspection['fleet_manager']): InspectionValues => ({
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

/** Before and after a trip the parts that 49 CFR 396.11 names are looked over one by one. */
export const hasChecklist = (service: ServiceType | ''): boolean => service === 'pre_trip' || service === 'post_trip'

/** The parts to look over; none where no unit is chosen yet, or where the service has no checklist. */
export function partsToCheck({ service_type, transport }: Pick<InspectionValues, 'service_type' | 'transport'>) {
  return hasChecklist(service_type) && transport !== null ? checklistOf(transport.kind) : []
}

/** The checklist as far as it was gone through. */
export function checklistIn(values: InspectionValues): { part: DefectType; found: Check }[] {
  return partsToCheck(values).flatMap(({ value: part }) => {
    const found = values.found[part]
    return found === undefined ? [] : [{ part, found }]
  })
}

/** The defects that the report tells: none where it has none, and of the checklist those that are marked now. */
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

/** A report of defects has at least one to fill in. */
export function withReport(values: InspectionValues, report_type: ReportType, newId: () => string): InspectionValues {
  const now = { ...values, report_type }
  if (report_type === 'no_defect' || defectsIn(now).length > 0) return now
  return { ...now, defects: [...values.defects, newDefect(newId())] }
}

/** What goes with a service: no defects with an oil change, and twelve months on with an annual inspection. */
export function withService(values: InspectionValues, service_type: ServiceType, today: IsoDay): InspectionValues {
  const inAYear = inspectionHoldsUntil(today)
  // A day that somebody chose stays.
  const isFree = values.due_date === '' || (values.service_type === 'annual_inspection' && values.due_date === inAYear)
  const due_date = !isFree ? values.due_date : service_type === 'annual_inspection' ? inAYear : ''
  const report_type = forcesNoDefect(service_type) ? 'no_defect' : values.report_type
  const due_mileage = hasDueMileage(service_type) ? values.due_mileage : 0
  return derived({ ...values, service_type, due_date, report_type, due_mileage })
}

/** By its checklist a report has defects or none, as soon as that says anything. */
function derived(values: InspectionValues): InspectionValues {
  const list = checklistIn(values)
  if (list.length === 0) return values
  const isMarked = list.some(({ found }) => found === 'defect')
  const isOther = values.defects.some((one) => !one.isOfChecklist)
  return { ...values, report_type: isMarked || (isOther && values.report_type === 'defect') ? 'defect' : 'no_defect' }
}

/** A part as it was found. Once it is marked as a defect there is one to fill in, which stays when the mark goes and comes back. */
export function withFound(
  values: InspectionValues,
  part: DefectType,
  found: Check,
  newId: () => string,
): InspectionValues {
  const isKnown = values.defects.some((one) => one.isOfChecklist && one.defect_type === part)
  const defects = found === 'defect' && !isKnown ? [...values.defects, newDefect(newId(), part)] : values.defects
  return derived({ ...values, defects, found: { ...values.found, [part]: found } })
}

/** Whatever nobody has looked at yet is in order: what was marked stays. */
export function withRestOk(values: InspectionValues): InspectionValues {
  const rest = partsToCheck(values).filter(({ value }) => values.found[value] === undefined)
  const ok = Object.fromEntries(rest.map(({ value }) => [value, 'ok' as const]))
  return derived({ ...values, found: { ...values.found, ...ok } })
}

/** Another unit is another walk: what was found of the one says nothing of the other. */
export function withUnit(values: InspectionValues, transport: Inspection['transport']): InspectionValues {
  if (values.transport === null || values.transport.id === transport.id) return { ...values, transport }
  const defects = values.defects.filter((one) => !one.isOfChecklist)
  const isBare = defects.length === 0 && hasChecklist(values.service_type)
  return { ...values, transport, found: {}, defects, ...(isBare && { report_type: '' as const }) }
}
