import { isProven } from './origin.ts'

/**
 * A Workbox plugin for the files of a new version. If the host proves its responses, as shown by the worker's own
 * script (`script`), a file without proof is rejected: the response of a gateway or portal would stay as long as the
 * version does. The version is then not installed, and the browser tries again later. A file without proof is first
 * refetched past the browser's HTTP cache, which may hold a response of a gateway or from a time before the host had
 * proof.
 */
export function provenFilesPlugin(fetch: (url: string, cache: RequestCache) => Promise<Response>, script: string) {
  let isPlain: Promise<boolean> | null = null
  /** Whether the host serves its script without proof. A gateway does not serve the script at all. */
  async function isPlainHost(): Promise<boolean> {
    const response = await fetch(script, 'no-cache')
    return !isProven(response) && response.headers.get('content-type')?.includes('javascript') === true
  }
  return {
    async cacheWillUpdate({ request, response }: { readonly request: Request; readonly response: Response }) {
      if (response.status === 200 && isProven(response)) return response
      isPlain ??= isPlainHost()
      if (await isPlain) return response.status === 200 ? response : null
      const refetched = await fetch(request.url, 'reload')
      return refetched.status === 200 && isProven(refetched) ? refetched : null
    },
  }
}
