/**
 * Replaces the groups of TanStack Form in the built app (see `vite.config.ts`). No form here has a group, and the
 * library would load that code on every page with a form, including the login.
 */
function noGroups(): never {
  throw new Error('Forms have no groups here: vite.config.ts leaves them out.')
}

export { noGroups as FormGroup, noGroups as useFormGroup }
