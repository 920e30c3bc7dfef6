/** The parameters of one statement, by name. */
export interface NamedParams<Name extends string> {
  /** What stands for each in the statement's text: `$1`, `$2`… */
  readonly $: Readonly<Record<Name, string>>
  /** Their values in the same order. */
  valuesOf(values: Readonly<Record<Name, unknown>>): unknown[]
}

/** Numbers the parameters of a statement, so that neither its text nor its values are counted by hand. */
export function namedParams<const Name extends string>(...names: readonly Name[]): NamedParams<Name> {
  const numbered = Object.fromEntries(names.map((name, at) => [name, `$${at + 1}`]))
  return {
    // Each of the names is a key of it.
    $: numbered as Readonly<Record<Name, string>>,
    valuesOf: (values) => names.map((name) => values[name]),
  }
}
