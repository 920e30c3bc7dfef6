import { DISPATCHER_DUTIES } from '#contract/people/dispatcher-choices.ts'

/** The title of a status. Other values are shown as they are. */
export function statusWords(value: unknown): string {
  return DISPATCHER_DUTIES.find((duty) => duty.value === value)?.title ?? String(value ?? '–')
}
