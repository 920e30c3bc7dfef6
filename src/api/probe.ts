/** Asks the server whether it is there. False for anything but its own "ok" within `timeoutMs`; never throws. */
export async function probe(timeoutMs = 4_000): Promise<boolean> {
  try {
    const url = `${globalThis.location.origin}/api/health/`
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
    const body: unknown = response.ok ? await response.json() : null
    return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
  } catch {
    // No answer, or one that is not JSON: that is what was asked.
    return false
  }
}
