/** The part of a field that the form's listener receives. */
interface ValidatedField {
  readonly state: { readonly meta: { readonly errors: readonly unknown[] } }
  readonly validate: (cause: 'blur') => unknown
}

/**
 * Form listeners for rules that are checked when a field loses the focus. A field with an error is checked again with
 * each change, so the error disappears as soon as the value is right.
 */
export const REVALIDATE_ON_CHANGE = {
  onChange: ({ fieldApi }: { readonly fieldApi: ValidatedField }): void => {
    if (fieldApi.state.meta.errors.length > 0) void fieldApi.validate('blur')
  },
}
