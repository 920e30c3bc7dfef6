import type { Field } from '../command.ts'

/**
 * The only field of a command that deletes a record. When another user has changed the record meanwhile, the user
 * resolves the conflict with it: deleted or kept. `title`: the record kind, as the field's label.
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
