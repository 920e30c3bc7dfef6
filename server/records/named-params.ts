/** The named parameters of one statement. */
export interface NamedParams<Name extends string> {
  /** The placeholder of each parameter in the statement's text: `$1`, `$2`… */
  readonly $: Readonly<Record<Name, string>>
  /** The values in the order of the placeholders. */
  valuesOf(values: Readonly<Record<Name, unknown>>): unknown[]
}

/** Numbers the parameters of a statement, so that no code has to count placeholders or values. */
export function namedParams<const Name extends string>(...names: readonly Name[]): NamedParams<Name> {
  const numbered = Object.fromEntries(names.map((name, index) => [name, `$${index + 1}`]))
  return {
    // Has every name as a key.
    $: numbered as Readonly<Record<Name, string>>,
    valuesOf: (values) => names.map((name) => values[name]),
  }
}
