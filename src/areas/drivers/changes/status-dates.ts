import type { DutyStatus } from '#contract/people/driver-choices.ts'

/** Statuses that run from a day to a day: they are asked for. The others hold from today until another one does. */
const DATED: readonly DutyStatus[] = ['on_vacation', 'safety_orientation']

export const isDated = (status: DutyStatus) => DATED.includes(status)
