import { ApiError } from './api-error.ts'
import { orLeft } from './until-left.ts'

/** The bytes behind an address that an answer named, which needs no session. Throws an `ApiError`. */
export async function readFile(address: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(address, { signal: orLeft(signal) }).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw new ApiError('network', { cause })
  })
  if (!response.ok) throw new ApiError('status', { status: response.status })
  return response.blob().catch((cause: unknown) => {
    throw new ApiError('network', { cause })
  })
}
