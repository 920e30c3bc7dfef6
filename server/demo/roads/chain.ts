/** A road as a chain of place names. Two roads meet at a place that both contain. */
export interface Chain {
  /**
   * As on the road's shield: `I-80`, `US-59`, `NJ Turnpike`. Distant parts of the country can have roads of the same
   * name.
   */
  readonly road: string
  readonly places: readonly string[]
}

export const road = (name: string, ...places: readonly string[]): Chain => ({ road: name, places })
