/** What the form's own listener is handed of a field. */
interface Judged {
  readonly state: { readonly meta: { readonly errors: readonly unknown[] } }
  readonly validate: (cause: 'blur') => unknown
}

/**
 * Listeners of a form whose rules are judged when a field is left: once a field has been told that it breaks one, it is
 * judged again with each change, so that what was put right is right at once.
 */
export const JUDGED_WHILE_TYPED = {
  onChange: ({ fieldApi }: { readonly fieldApi: Judged }): void => {
    if (fieldApi.state.meta.errors.length > 0) void fieldApi.validate('blur')
  },
}
