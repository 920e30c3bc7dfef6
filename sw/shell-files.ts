import { isProven } from './origin.ts'

export interface ShellParts {
  readonly caches: Pick<CacheStorage, 'open'>
  readonly fetch: (url: string) => Promise<Response>
  /** The cache that contains the files of this version. */
  readonly cacheName: string
  /** Address and cache key of each file. */
  readonly files: () => readonly { readonly url: string; readonly key: string }[]
  /** Whether the server has a newer version, whose files would not match the stored ones. */
  readonly hasNewVersion: () => Promise<boolean>
}

/** How many of a version's files are stored, and how many it has. */
export interface FileCount {
  readonly stored: number
  readonly of: number
}

/** The files that a cache lacks. */
async function missingIn(cache: Cache, files: ReturnType<ShellParts['files']>) {
  const present = new Set((await cache.keys()).map((request) => request.url))
  return files.filter(({ key }) => !present.has(key))
}

/** Whether the stored files came from a host that proves its responses. */
async function hasProvenFiles(cache: Cache): Promise<boolean> {
  const [first] = await cache.keys()
  const file = first && (await cache.match(first))
  return file !== undefined && isProven(file)
}

/**
 * The app's own files on the device. A browser that clears Cache Storage leaves the worker in place, and a worker
 * without its files can't serve the app. So the files are checked now and then, and missing ones are fetched again.
 */
export function createShellFiles({ caches, fetch, cacheName, files, hasNewVersion }: ShellParts) {
  let repairing: Promise<'whole' | 'mended' | 'new_version'> | null = null
  /** Whether a page has requested a repair since the current one began, which might have begun without a network. */
  let isRequestedAgain = false

  /** Rejects a refusal, and a response that comes from a portal or gateway instead of the server. */
  async function fetchFile(url: string, isHostProven: boolean): Promise<Response> {
    const response = await fetch(url)
    const isForeign = response.redirected || (isHostProven && !isProven(response))
    if (response.status !== 200 || isForeign) throw new TypeError(`${url} answered ${response.status}`)
    return response
  }

  async function repairOnce() {
    const cache = await caches.open(cacheName)
    const missing = await missingIn(cache, files())
    if (missing.length === 0) return 'whole'
    // A new version brings all of its own files, and is activated like any other version.
    if (await hasNewVersion()) return 'new_version'
    for (const { url, key } of missing) {
      await cache.put(key, await fetchFile(url, await hasProvenFiles(cache)))
    }
    return 'mended'
  }

  function repairUntilLastRequest(): ReturnType<typeof repairOnce> {
    isRequestedAgain = false
    return repairOnce().catch((error: unknown) => {
      if (isRequestedAgain) return repairUntilLastRequest()
      throw error
    })
  }

  return {
    /**
     * Fetches missing files. Rejects when one can't be fetched now; files that were fetched before that stay.
     * Concurrent calls share one repair. A failed repair runs again if another call came meanwhile.
     */
    repair(): Promise<'whole' | 'mended' | 'new_version'> {
      isRequestedAgain = true
      repairing ??= repairUntilLastRequest().finally(() => {
        repairing = null
      })
      return repairing
    },
    /** How many of this version's files are on the device. */
    async count(): Promise<FileCount> {
      const all = files()
      const missing = await missingIn(await caches.open(cacheName), all)
      return { stored: all.length - missing.length, of: all.length }
    },
    /**
     * Refetches a file that the server now sends with other headers. Stores it and returns true if its text is
     * unchanged. Another text belongs to another version, which brings all of its own files: returns false.
     */
    async renew(url: string): Promise<boolean> {
      const file = files().find((one) => one.url === url)
      const cache = await caches.open(cacheName)
      const stored = file && (await cache.match(file.key))
      if (!stored) return false
      const response = await fetchFile(url, isProven(stored))
      if ((await response.clone().text()) !== (await stored.text())) return false
      await cache.put(file.key, response)
      return true
    },
  }
}

const WORDS = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="20">
<title>Haulyard needs a network once</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { display: grid; min-height: 90vh; margin: 0; padding: 16px; place-items: center }
  main { max-width: 34rem }
  button { min-height: 44px; padding: 0 20px; font: inherit }
</style>
<main>
  <h1>Haulyard needs a network once</h1>
  <p>The browser has removed the app’s own files from this device, and the server can’t be reached to get them again.
  Connect to a network: this page tries again by itself.</p>
  <p>Changes that you made and that were not sent yet are kept apart from these files. Don’t clear the browser’s data.</p>
  <form><button>Try again</button></form>
</main>
</html>`

/** The page that replaces the browser's error page when the app is neither on the device nor reachable. */
export function shellMissing(): Response {
  return new Response(WORDS, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
