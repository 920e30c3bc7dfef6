import * as z from 'zod/mini'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { serviceTitle, serviceType } from '#contract/maintenance/maintenance-choices.ts'
import { seenInspection } from './seen-inspection.ts'

/** What version 1 of a change did not keep of its inspection: a report that says nothing of it. */
const NOT_KEPT = {
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

type SeenBefore = Pick<Inspection, 'date' | 'service_type'> & { readonly defects: readonly unknown[] }

/** `was` of version 1, which was as much of the inspection as the change itself needed, as a whole inspection. */
function whole(was: SeenBefore): object {
  return {
    ...NOT_KEPT,
    service_type_display: serviceTitle(was.service_type),
    report_type: was.defects.length > 0 ? 'defect' : 'no_defect',
    received_at: `${was.date}T12:00:00.000Z`,
    ...was,
  }
}

const seenBefore = z.looseObject({ date: z.string(), service_type: serviceType, defects: z.array(z.unknown()) })

/** An inspection kept with what was typed about it, by this version of the app or by one that kept less of it. */
export const seenOnDraft: z.ZodMiniType<Inspection> = z.pipe(
  z.transform((was: unknown): unknown => {
    const before = seenBefore.safeParse(was)
    return before.success ? whole(before.data) : was
  }),
  seenInspection,
)

/** Inputs of changes of an inspection from versions of the app that are gone. */
export const SEEN_UPGRADES = {
  1: (input: unknown) => ({ ...(input as object), was: whole((input as { readonly was: SeenBefore }).was) }),
}
