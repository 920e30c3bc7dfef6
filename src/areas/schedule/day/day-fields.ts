import { MAX_DESCRIPTION } from '#contract/boards/schedule.ts'
import { DUTY_STATUSES, type DutyStatus, dutyStatus, dutyStatusOf } from '#contract/people/driver-choices.ts'
import type { Field } from '#src/offline/command.ts'

/** The text for a day without a status. */
export const NOTHING_PLANNED = 'Nothing planned'

/** The title of a status. Other values are shown as they are. */
export function statusWords(value: unknown): string {
  const status = dutyStatus.safeParse(value)
  return status.success ? dutyStatusOf(status.data).title : String(value ?? NOTHING_PLANNED)
}

type Rest<Input> = Pick<Field<Input>, 'was' | 'without'>

/** A day's status as a field of a change. `put` returns the change with another status. */
export function statusField<Input>(
  yours: DutyStatus | null,
  put: (status: DutyStatus) => Input,
  rest: Rest<Input>,
): Field<Input> {
  return {
    names: ['status'],
    title: 'Status',
    as: { is: 'choice', of: DUTY_STATUSES },
    yours,
    words: statusWords,
    with: (value) => put(dutyStatus.parse(value)),
    ...rest,
  }
}

/** A day's description as a field of a change. `put` returns the change with another description. */
export function descriptionField<Input>(
  yours: string,
  put: (description: string) => Input,
  rest: Rest<Input>,
): Field<Input> {
  return {
    names: ['description'],
    title: 'Description',
    as: { is: 'text', maxLength: MAX_DESCRIPTION },
    yours,
    words: (value) => (typeof value === 'string' && value !== '' ? value : '–'),
    with: (value) => put(String(value ?? '')),
    ...rest,
  }
}
