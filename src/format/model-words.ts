interface Model {
  readonly transport_model: string
  /** Text where a change that waits says what is no number. */
  readonly year: number | string | null
}

/** What kind of vehicle it is: "Freightliner Cascadia 2021". */
export function modelWords({ transport_model, year }: Model): string {
  return [transport_model, year].filter(Boolean).join(' ')
}
