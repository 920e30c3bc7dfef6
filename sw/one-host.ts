import { isProven } from './origin.ts'

/**
 * For the files of a new version: where the host proves what it gives, as it does for the worker's own script (`script`),
 * none is taken without. What a gateway or a portal says in place of one would stay there as long as the version does: so
 * the version is not taken, and the browser tries again later.
 */
export function fromOneHost(fetch: (url: string) => Promise<Response>, script: string) {
  let isPlain: Promise<boolean> | null = null
  /** Whether the host gives its script without proof; a gateway gives none. */
  async function isPlainHost(): Promise<boolean> {
    const said = await fetch(script)
    return !isProven(said) && said.headers.get('content-type')?.includes('javascript') === true
  }
  return {
    async cacheWillUpdate({ response }: { readonly response: Response }): Promise<Response | null> {
      if (response.status !== 200) return null
      if (isProven(response)) return response
      isPlain ??= isPlainHost()
      return (await isPlain) ? response : null
    },
  }
}
