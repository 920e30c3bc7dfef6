import { isProven } from './origin.ts'

export interface ShellParts {
  readonly caches: Pick<CacheStorage, 'open'>
  readonly fetch: (url: string) => Promise<Response>
  /** Where the files of this version are kept. */
  readonly cacheName: string
  /** Address and cache key of each of them. */
  readonly files: () => readonly { readonly url: string; readonly key: string }[]
  /** Whether the server has another version by now: its files would not fit to these. */
  readonly isNewVersionThere: () => Promise<boolean>
}

/**
 * The app's own files on the device. A browser that clears Cache Storage leaves the worker in place, and a worker without
 * its files has nothing to answer with: they are looked through now and then, and fetched again when some are gone.
 */
export function createShellFiles({ caches, fetch, cacheName, files, isNewVersionThere }: ShellParts) {
  let mending: Promise<'whole' | 'mended' | 'new_version'> | null = null
  /** Whether a page has asked since the look that is under way began: that one may have begun without a network. */
  let isAskedAgain = false

  /** Rejects for a refusal, and for what a portal or a gateway that stands in between says instead of the server. */
  async function fetchFile(url: string, isHostProven: boolean): Promise<Response> {
    const response = await fetch(url)
    const isForeign = response.redirected || (isHostProven && !isProven(response))
    if (response.status !== 200 || isForeign) throw new TypeError(`${url} answered ${response.status}`)
    return response
  }

  /** Whether the files that are here came from a host that proves what it gives. */
  async function cameProven(cache: Cache): Promise<boolean> {
    const [first] = await cache.keys()
    const kept = first && (await cache.match(first))
    return kept !== undefined && isProven(kept)
  }

  async function look() {
    const cache = await caches.open(cacheName)
    const here = new Set((await cache.keys()).map((request) => request.url))
    const gone = files().filter(({ key }) => !here.has(key))
    if (gone.length === 0) return 'whole'
    // A new version brings all of its own files, and is taken into use like any other.
    if (await isNewVersionThere()) return 'new_version'
    for (const { url, key } of gone) {
      await cache.put(key, await fetchFile(url, await cameProven(cache)))
    }
    return 'mended'
  }

  function lookUntilLastAsked(): ReturnType<typeof look> {
    isAskedAgain = false
    return look().catch((error: unknown) => {
      if (isAskedAgain) return lookUntilLastAsked()
      throw error
    })
  }

  return {
    /**
     * Fetches what is gone. Rejects where that can't be had now; what came by then stays. Calls share a look, and a look that
     * fails is done again for a call that came meanwhile.
     */
    mend(): Promise<'whole' | 'mended' | 'new_version'> {
      isAskedAgain = true
      mending ??= lookUntilLastAsked().finally(() => {
        mending = null
      })
      return mending
    },
    /**
     * Fetches a file anew that the server tells more of by now: the same bytes with other headers. Answers whether it did;
     * what says something else belongs to another version, which brings all of its own files.
     */
    async renew(url: string): Promise<boolean> {
      const file = files().find((one) => one.url === url)
      const cache = await caches.open(cacheName)
      const kept = file && (await cache.match(file.key))
      if (!kept) return false
      const response = await fetchFile(url, isProven(kept))
      if ((await response.clone().text()) !== (await kept.text())) return false
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

/** What stands there in place of the browser's own error page when neither the device nor the network has the app. */
export function shellMissing(): Response {
  return new Response(WORDS, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
