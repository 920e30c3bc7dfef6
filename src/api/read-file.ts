import { ApiError } from './api-error.ts'
import { ask } from './ask.ts'
import { orLeft } from './until-left.ts'

/** The bytes behind an address that an answer named, which needs no session. Throws an `ApiError`. */
export async function readFile(address: string, signal: AbortSignal): Promise<Blob> {
  const response = await ask(address, { signal: orLeft(signal) }, 'anybody').catch((cause: unknown) => {
    if (signal.aborted || cause instanceof ApiError) throw cause
    throw new ApiError('network', { cause })
  })
  if (!response.ok) throw new ApiError('status', { status: response.status })
  return response.blob().catch((cause: unknown) => {
    throw new ApiError('network', { cause })
  })
}
