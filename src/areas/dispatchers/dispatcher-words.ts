import { DISPATCHER_DUTIES } from '#contract/people/dispatcher-choices.ts'

/** The title of a status; of anything else as little as can be said. */
export function statusWords(value: unknown): string {
  return DISPATCHER_DUTIES.find((duty) => duty.value === value)?.title ?? String(value ?? '–')
}
