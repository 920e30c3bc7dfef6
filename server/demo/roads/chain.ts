/** A road as a chain of places, by name. Two roads meet where they name the same place. */
export interface Chain {
  /** As on its shield: `I-80`, `US-59`, `NJ Turnpike`. Far parts of the country have roads of the same name. */
  readonly road: string
  readonly places: readonly string[]
}

export const road = (name: string, ...places: readonly string[]): Chain => ({ road: name, places })
