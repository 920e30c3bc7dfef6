/**
 * In place of the groups of TanStack Form in what is built (see `vite.config.ts`): no form here has a group, and the library
 * would bring them to every page that has a form, the login too.
 */
function noGroups(): never {
  throw new Error('Forms have no groups here: vite.config.ts leaves them out.')
}

export { noGroups as FormGroup, noGroups as useFormGroup }
