import { isProven } from './origin.ts'

/**
 * For the files of a new version: where the host proves what it gives, as it does for the worker's own script (`script`),
 * none is taken without. What a gateway or a portal says in place of one would stay there as long as the version does: so
 * the version is not taken, and the browser tries again later. What the browser's own cache has kept of a time before there
 * was proof, or of a gateway, is asked for once more past that.
 */
export function fromOneHost(fetch: (url: string, cache: RequestCache) => Promise<Response>, script: string) {
  let isPlain: Promise<boolean> | null = null
  /** Whether the host gives its script without proof; a gateway gives none. */
  async function isPlainHost(): Promise<boolean> {
    const said = await fetch(script, 'no-cache')
    return !isProven(said) && said.headers.get('content-type')?.includes('javascript') === true
  }
  return {
    async cacheWillUpdate({ request, response }: { readonly request: Request; readonly response: Response }) {
      if (response.status === 200 && isProven(response)) return response
      isPlain ??= isPlainHost()
      if (await isPlain) return response.status === 200 ? response : null
      const again = await fetch(request.url, 'reload')
      return again.status === 200 && isProven(again) ? again : null
    },
  }
}
