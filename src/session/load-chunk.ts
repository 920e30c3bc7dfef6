import { ApiError } from '#src/api/api-error.ts'

/** Loads a chunk that only the current action needs. Throws an `ApiError` of kind `network` when loading fails. */
export function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  return load().catch((cause: unknown) => {
    throw new ApiError('network', { cause })
  })
}
