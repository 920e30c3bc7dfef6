import type { Field } from '../command.ts'

/**
 * Whether it is deleted is all that such a change says: where somebody has changed the record meanwhile, that is the question.
 * `title`: what the record is.
 */
export function deletedField<Input>(title: string, input: Input): Field<Input> {
  return {
    names: ['is_deleted'],
    title,
    as: { is: 'unchangeable' },
    was: false,
    yours: true,
    words: (value) => (value === true ? 'Deleted' : 'Kept'),
    with: () => input,
    without: () => null,
  }
}
