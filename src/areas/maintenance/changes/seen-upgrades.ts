import * as z from 'zod/mini'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { serviceTitle, serviceType } from '#contract/maintenance/maintenance-choices.ts'
import { seenInspection } from './seen-inspection.ts'

/** Empty values for the inspection fields that version 1 of a change did not store. */
const MISSING_IN_VERSION_1 = {
  career: '',
  odometer: null,
  checklist: [],
  attachments: [],
  comments: [],
  approved_by: null,
  approved_at: null,
  created_by: null,
  made_at: null,
  is_latest: true,
} as const

type SeenInspectionV1 = Pick<Inspection, 'date' | 'service_type'> & { readonly defects: readonly unknown[] }

/**
 * Completes `was` of version 1 to a whole inspection. Version 1 stored only the fields that the change itself needed.
 */
function wholeInspection(was: SeenInspectionV1): object {
  return {
    ...MISSING_IN_VERSION_1,
    service_type_display: serviceTitle(was.service_type),
    report_type: was.defects.length > 0 ? 'defect' : 'no_defect',
    received_at: `${was.date}T12:00:00.000Z`,
    ...was,
  }
}

const seenInspectionV1 = z.looseObject({ date: z.string(), service_type: serviceType, defects: z.array(z.unknown()) })

/** An inspection stored in a draft, by this version of the app or by an older version that stored fewer fields. */
export const draftedInspection: z.ZodMiniType<Inspection> = z.pipe(
  z.transform((was: unknown): unknown => {
    const before = seenInspectionV1.safeParse(was)
    return before.success ? wholeInspection(before.data) : was
  }),
  seenInspection,
)

/** Upgrades the inputs of inspection changes that older versions of the app stored. */
export const SEEN_UPGRADES = {
  1: (input: unknown) => ({
    ...(input as object),
    was: wholeInspection((input as { readonly was: SeenInspectionV1 }).was),
  }),
}
