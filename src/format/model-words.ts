interface Model {
  readonly transport_model: string
  /** Text when an unsent change contains something other than a number. */
  readonly year: number | string | null
}

/** The model of a vehicle: "Freightliner Cascadia 2021". */
export function modelWords({ transport_model, year }: Model): string {
  return [transport_model, year].filter(Boolean).join(' ')
}
