import * as z from 'zod/mini'

/** The services, in the order of menus. */
export const SERVICE_TYPES = [
  ['oil_change', 'Oil Change'],
  ['pm_a', 'PM A'],
  ['pm_b', 'PM B'],
  ['pm_c', 'PM C'],
  ['tire_service', 'Tire Service'],
  ['brake_service', 'Brake Service'],
  ['annual_inspection', 'Annual Inspection'],
  ['pre_trip', 'Pre-Trip'],
  ['post_trip', 'Post-Trip'],
  ['reefer_service', 'Reefer Service'],
  ['repair', 'Repair'],
  ['other', 'Other'],
] as const
export type ServiceType = (typeof SERVICE_TYPES)[number][0]
export const serviceType = z.enum(SERVICE_TYPES.map(([value]) => value))

export const REPORT_TYPES = [
  ['no_defect', 'No Defect'],
  ['defect', 'Defect'],
] as const
export type ReportType = (typeof REPORT_TYPES)[number][0]
export const reportType = z.enum(REPORT_TYPES.map(([value]) => value))

/** Additional values of the list's Service Type filter. */
export const WITH_DEFECTS = [
  ['with_defects', 'With Defects'],
  ['without_defects', 'Without Defects'],
] as const
export const SERVICE_FILTERS = [...SERVICE_TYPES, ...WITH_DEFECTS] as const
export type ServiceFilter = (typeof SERVICE_FILTERS)[number][0]
export const serviceFilter = z.enum(SERVICE_FILTERS.map(([value]) => value))

/**
 * The parts that 49 CFR 396.11(a)(1) lists, in its order, and "other". `only`: the one unit kind that has the part.
 */
export const DEFECT_TYPES = [
  { value: 'service_brakes', title: 'Service Brakes' },
  { value: 'parking_brake', title: 'Parking Brake' },
  { value: 'steering_mechanism', title: 'Steering Mechanism', only: 'truck' },
  { value: 'lighting_devices', title: 'Lighting Devices and Reflectors' },
  { value: 'tires', title: 'Tires' },
  { value: 'horn', title: 'Horn', only: 'truck' },
  { value: 'windshield_wipers', title: 'Windshield Wipers', only: 'truck' },
  { value: 'rear_vision_mirrors', title: 'Rear-Vision Mirrors', only: 'truck' },
  { value: 'coupling_devices', title: 'Coupling Devices' },
  { value: 'wheels_and_rims', title: 'Wheels and Rims' },
  { value: 'emergency_equipment', title: 'Emergency Equipment', only: 'truck' },
  { value: 'other', title: 'Other' },
] as const
export type DefectType = (typeof DEFECT_TYPES)[number]['value']
export const defectType = z.enum(DEFECT_TYPES.map(({ value }) => value))

/**
 * How serious a defect is, with the color of its badge. An open major defect keeps the unit off the road. The first is
 * the default.
 */
export const URGENCIES = [
  { value: 'major', title: 'Major', color: 'red' },
  { value: 'average', title: 'Average', color: 'orange' },
  { value: 'minor', title: 'Minor', color: 'green' },
] as const
export type Urgency = (typeof URGENCIES)[number]['value']
export const urgency = z.enum(URGENCIES.map(({ value }) => value))

/**
 * The state of a defect (49 CFR 396.11(a)(3)): open, repaired, or deferred because the unit is safe without the repair.
 * A person must certify a repair or a deferral.
 */
export const DEFECT_STATES = [
  { value: 'open', title: 'Open' },
  { value: 'repaired', title: 'Repaired' },
  { value: 'deferred', title: 'Deferred' },
] as const
export type DefectState = (typeof DEFECT_STATES)[number]['value']
export const defectState = z.enum(DEFECT_STATES.map(({ value }) => value))

/** The result for one part of the checklist. */
export const CHECKS = ['ok', 'defect', 'not_applicable'] as const
export type Check = (typeof CHECKS)[number]

/** The parts of the checklist for a unit kind. */
export function checklistOf(kind: 'truck' | 'trailer'): readonly (typeof DEFECT_TYPES)[number][] {
  return DEFECT_TYPES.filter((part) => part.value !== 'other' && (!('only' in part) || part.only === kind))
}

export const serviceTitle = (value: ServiceType): string => titleInPairs(SERVICE_TYPES, value)
export const reportTitle = (value: ReportType): string => titleInPairs(REPORT_TYPES, value)
const titleInPairs = (pairs: readonly (readonly [string, string])[], value: string) =>
  pairs.find(([first]) => first === value)?.[1] ?? value
const titleOfValue = (choices: readonly { readonly value: string; readonly title: string }[], value: string) =>
  choices.find((one) => one.value === value)?.title ?? value
export const defectTitle = (value: DefectType): string => titleOfValue(DEFECT_TYPES, value)
export const urgencyTitle = (value: Urgency): string => titleOfValue(URGENCIES, value)
export const stateTitle = (value: DefectState): string => titleOfValue(DEFECT_STATES, value)

/** An oil change does not look for defects, so its report has none. */
export const forcesNoDefect = (service: ServiceType): boolean => service === 'oil_change'
/** Only an oil change can be due by miles. */
export const hasDueMileage = (service: ServiceType): boolean => service === 'oil_change'
/** The services that determine a unit's next service date. */
export const PLANNED_SERVICES: readonly ServiceType[] = ['oil_change', 'pm_a', 'pm_b', 'pm_c']
