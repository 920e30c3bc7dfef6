import { ApiError } from '#src/api/api-error.ts'

/** Loads a part that only what is done now needs. Throws an `ApiError` where it can't be had. */
export function neededNow<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch((cause: unknown) => {
    throw new ApiError('network', { cause })
  })
}
