import { vi } from 'vitest'

/** An element as far as Leaflet uses it before it is on a map. `decode` is the method of an image. */
class FakeElement extends EventTarget {
  readonly style = {}
  readonly classList = { add: () => undefined, remove: () => undefined }
  alt: string | null = null
  src = ''
  decode = async () => undefined
  appendChild() {}
  setAttribute() {}
  /** No canvas: nothing can be drawn. */
  getContext = () => null
}

/** Stubs a page that is sufficient to load Leaflet and to create layers, but not a map. */
export function pageForLeaflet(): { readonly page: EventTarget; readonly posted: unknown[] } {
  const page = new EventTarget()
  const events = new EventTarget()
  const posted: unknown[] = []
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal('screen', {})
  vi.stubGlobal('location', new URL('https://yard.example/map'))
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
  const document = {
    documentElement: new FakeElement(),
    createElement: () => new FakeElement(),
    createElementNS: () => new FakeElement(),
  }
  vi.stubGlobal('document', Object.assign(page, document))
  const controller = { postMessage: (message: unknown) => void posted.push(message) }
  vi.stubGlobal('navigator', { userAgent: 'test', platform: '', onLine: true, serviceWorker: { controller } })
  return { page, posted }
}
