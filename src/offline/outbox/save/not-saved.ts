/**
 * The device could not save a change. The message is for the user. Nothing of the change is saved unless the message
 * says so.
 */
export class NotSaved extends Error {
  override readonly name = 'NotKept'
  /** The device's storage is full and nothing is left over: freeing space helps. */
  readonly isFull: boolean

  constructor(message: string, { isFull = false, ...options }: ErrorOptions & { readonly isFull?: boolean } = {}) {
    super(message, options)
    this.isFull = isFull
  }
}

export const STILL_HERE = 'Nothing was saved; what you typed is still here.'

const NOT_LOADED =
  "The part of the app that keeps changes can't be loaded right now. What you typed is still here; save again when you have a network."

/** Throws a NotSaved for a part of the app that could not be loaded. The device's storage is not at fault. */
export function throwNotLoaded(cause: unknown): never {
  throw new NotSaved(NOT_LOADED, { cause })
}

/** Shown to the current user about changes made while another user was signed in. */
export const ANOTHER_IS_HERE =
  'Another user has signed in since. Changes that were not yet saved were left out: they do not become that user’s.'
