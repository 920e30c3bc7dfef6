import { vi } from 'vitest'

/** A storage area of a browser (`localStorage`, `sessionStorage`) in memory. */
export function fakeStorage(): Storage {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
    key: (at: number) => [...items.keys()][at] ?? null,
    get length() {
      return items.size
    },
  }
  // `Object.keys(localStorage)` lists the keys, as in a browser.
  return new Proxy(storage, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}

/** A document with a cookie jar. It understands `Max-Age=0` and ignores all other attributes. */
function fakeDocument() {
  const jar = new Map<string, string>()
  const events = new EventTarget()
  return {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(line: string) {
      const [pair = '', ...attributes] = line.split('; ')
      const at = pair.indexOf('=')
      if (attributes.includes('Max-Age=0')) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    },
    /** The script that the page was started with. */
    script: 'http://app.test/assets/index-1.js',
    querySelector(selector: string) {
      return selector.startsWith('script') ? { src: this.script } : null
    },
    visibilityState: 'visible' as 'visible' | 'hidden',
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  }
}

/** Stubs the globals of a browser's page for a test file. `vi.unstubAllGlobals()` removes them. */
export function openPage() {
  const page = { local: fakeStorage(), session: fakeStorage(), document: fakeDocument(), window: new EventTarget() }
  vi.stubGlobal('location', { origin: 'http://app.test', protocol: 'http:', href: 'http://app.test/' })
  vi.stubGlobal('localStorage', page.local)
  vi.stubGlobal('sessionStorage', page.session)
  vi.stubGlobal('document', page.document)
  vi.stubGlobal('navigator', { onLine: true, locks: globalThis.navigator.locks })
  vi.stubGlobal('addEventListener', page.window.addEventListener.bind(page.window))
  vi.stubGlobal('removeEventListener', page.window.removeEventListener.bind(page.window))
  return page
}

/** An access token in the server's format, without a signature: in these tests only the device reads it. */
export function aToken(claims: {
  readonly sub: string
  readonly sid?: string
  readonly n?: number
  readonly iat?: number
}): string {
  return `x.${btoa(JSON.stringify(claims))}.y`
}
