/** The device could not keep a change. The message is for the person; nothing of the change is kept unless it says so. */
export class NotSaved extends Error {
  override readonly name = 'NotKept'
}

export const STILL_HERE = 'Nothing was saved; what you typed is still here.'

const NOT_LOADED =
  "The part of the app that keeps changes can't be loaded right now. What you typed is still here; save again when you have a network."

/** For a part of the app that did not come: nothing is wrong with the device's storage. */
export function notLoaded(cause: unknown): never {
  throw new NotSaved(NOT_LOADED, { cause })
}

/** To whoever is here now, of what was made in the time of the person before. */
export const ANOTHER_IS_HERE =
  'Somebody else has signed in since. What was done before and not kept yet has not become theirs: it was left out.'
