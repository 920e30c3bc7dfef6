import { ApiError } from './api-error.ts'
import { fetchVerified } from './fetch-verified.ts'
import { orLeave } from './leave-signal.ts'

/** The bytes at an address from a response; the address requires no session. Throws an `ApiError`. */
export async function readFile(address: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetchVerified(address, { signal: orLeave(signal) }, 'public').catch((cause: unknown) => {
    if (signal.aborted || cause instanceof ApiError) throw cause
    throw new ApiError('network', { cause })
  })
  if (!response.ok) throw new ApiError('status', { status: response.status })
  return response.blob().catch((cause: unknown) => {
    throw new ApiError('network', { cause })
  })
}
