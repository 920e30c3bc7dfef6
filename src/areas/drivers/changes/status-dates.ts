import type { DutyStatus } from '#contract/people/driver-choices.ts'

/** Statuses with a first and a last day, which the app asks for. Other statuses begin today and have no end. */
const DATED: readonly DutyStatus[] = ['on_vacation', 'safety_orientation']

export const isDated = (status: DutyStatus) => DATED.includes(status)
