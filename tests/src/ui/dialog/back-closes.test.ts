import { describe, expect, test } from 'vitest'
import { type BackWindow, closeLayersWithBack } from '#src/ui/dialog/back-closes.ts'

type State = Record<string, unknown> | null
interface Entry {
  state: State
  url: string
}

/** A browser's history: traversals end later, as in a browser. */
class Browser {
  entries: Entry[] = [
    { state: { __TSR_key: 'before' }, url: '/before' },
    { state: { __TSR_key: 'page' }, url: '/page' },
  ]
  at = 1
  readonly work: (() => void)[] = []
  /** What the page does after a second or more, the soonest first. */
  readonly later: (() => void)[] = []
  readonly listeners: ((event: Event) => void)[] = []
  /** The addresses that the router has shown. */
  readonly shown: string[] = []
  readonly history: History
  readonly page: BackWindow

  constructor() {
    const browser = this
    class Native {
      get state() {
        return browser.current.state
      }
      pushState(state: State, _unused: string, url: string) {
        browser.entries = [...browser.entries.slice(0, browser.at + 1), { state, url }]
        browser.at += 1
      }
      replaceState(state: State, _unused: string, url: string) {
        browser.entries[browser.at] = { state, url }
      }
      go(by: number) {
        browser.work.push(() => browser.#traverse(by))
      }
      back() {
        this.go(-1)
      }
    }
    this.history = new Native() as unknown as History
    this.page = {
      history: this.history,
      location: {
        get href() {
          return browser.current.url
        },
      },
      onStep: (listener) => void this.listeners.unshift(listener),
      after: (ms, work) => void (ms === 0 ? this.work : this.later).push(work),
    }
    this.listeners.push(() => this.shown.push(this.current.url))
  }
  get current(): Entry {
    const entry = this.entries[this.at]
    if (!entry) throw new Error('there is no such entry')
    return entry
  }
  #traverse(by: number): void {
    if (this.entries[this.at + by] === undefined) return
    this.at += by
    const event = new Event('popstate')
    let isStopped = false
    event.stopImmediatePropagation = () => {
      isStopped = true
    }
    for (const listener of this.listeners) if (!isStopped) listener(event)
  }
  /** A step of the user. */
  step(by: number): void {
    this.work.push(() => this.#traverse(by))
    this.idle()
  }
  idle(): void {
    for (let next = this.work.shift(); next; next = this.work.shift()) next()
  }
}

/** A page on which layers open and close. */
function aPage() {
  const browser = new Browser()
  let layers: readonly { readonly name: string; readonly close?: () => void }[] = []
  let listener = () => {}
  const set = (next: typeof layers) => {
    layers = next
    listener()
  }
  const close = (name: string) => set(layers.filter((layer) => layer.name !== name))
  const open = (name: string, onClose: () => void = () => close(name)) => {
    set([...layers, { name, close: onClose }])
    browser.idle()
  }
  const follow = () => {
    closeLayersWithBack(browser.page, {
      get: () => layers,
      subscribe: (one) => {
        listener = one
        return () => {}
      },
    })
    browser.idle()
  }
  follow()
  return {
    browser,
    open,
    openOfAddress: (name: string) => set([...layers, { name }]),
    close: (name: string) => {
      close(name)
      browser.idle()
    },
    closeAtOnce: close,
    names: () => layers.map(({ name }) => name),
    back: () => browser.step(-1),
    forward: () => browser.step(1),
    url: () => browser.current.url,
    /** The router's step, without letting the browser's own steps end first. */
    go: (way: 'pushState' | 'replaceState', url: string, key: string) =>
      browser.history[way]({ __TSR_key: key }, '', url),
  }
}

describe('Back', () => {
  test('closes a dialog and stays on the page; the next Back leaves it', () => {
    const page = aPage()
    page.open('dialog')
    page.back()
    expect([page.names(), page.url(), page.browser.shown]).toEqual([[], '/page', []])
    page.back()
    expect([page.url(), page.browser.shown]).toEqual(['/before', ['/before']])
  })

  test('closes one layer at a time, the topmost first', () => {
    const page = aPage()
    page.open('form')
    page.open('camera')
    page.back()
    expect(page.names()).toEqual(['form'])
    page.back()
    expect([page.names(), page.url()]).toEqual([[], '/page'])
  })

  test('is needed once after a dialog was closed by its button', () => {
    const page = aPage()
    page.open('dialog')
    page.close('dialog')
    page.back()
    expect(page.url()).toBe('/before')
  })

  test('keeps a dialog that asks first, and closes the question with the next Back', () => {
    const page = aPage()
    page.open('form', () => page.open('question'))
    page.back()
    expect(page.names()).toEqual(['form', 'question'])
    page.back()
    expect([page.names(), page.url()]).toEqual([['form'], '/page'])
  })

  test('goes to the former page from a page that was opened in a dialog', () => {
    const page = aPage()
    page.open('dialog')
    page.go('pushState', '/next', 'next')
    page.close('dialog')
    expect(page.browser.entries.map(({ url }) => url)).toEqual(['/before', '/page', '/next'])
    page.back()
    expect([page.url(), page.browser.shown]).toEqual(['/page', ['/page']])
  })

  test('goes to the former page from a page that opened while its dialog closed', () => {
    const page = aPage()
    page.open('dialog')
    page.closeAtOnce('dialog')
    // The app's own step back has begun and not ended.
    page.browser.work.shift()?.()
    page.go('pushState', '/next', 'next')
    page.browser.idle()
    expect(page.browser.entries.map(({ url }) => url)).toEqual(['/before', '/page', '/next'])
    expect(page.url()).toBe('/next')
  })

  test('leaves the address that the page has taken under a dialog', () => {
    const page = aPage()
    page.open('dialog')
    page.go('replaceState', '/page?sort=name', 'sorted')
    page.back()
    expect([page.names(), page.url(), page.browser.shown]).toEqual([[], '/page?sort=name', []])
    page.back()
    expect(page.url()).toBe('/before')
  })

  test('closes a layer that belongs to the address by leaving the address', () => {
    const page = aPage()
    page.openOfAddress('panel')
    page.browser.idle()
    page.open('photo')
    page.back()
    expect([page.names(), page.url()]).toEqual([['panel'], '/page'])
    page.back()
    expect([page.url(), page.browser.shown]).toEqual(['/before', ['/before']])
  })

  test('of the app, under an open dialog, goes to the page before', () => {
    const page = aPage()
    page.open('dialog')
    page.browser.history.back()
    page.closeAtOnce('dialog')
    page.browser.idle()
    expect([page.url(), page.browser.shown]).toEqual(['/before', ['/before']])
  })
})

describe('the app’s own step back', () => {
  /** A dialog was closed, and the page has no free moment until its step counts as overdue. */
  const withOverdueStep = () => {
    const page = aPage()
    page.open('first')
    page.closeAtOnce('first')
    page.browser.work.shift()?.()
    page.browser.later.shift()?.()
    return page
  }
  test('does not close a dialog that was opened before it arrived', () => {
    const page = withOverdueStep()
    page.open('second')
    expect([page.names(), page.url()]).toEqual([['second'], '/page'])
    page.back()
    expect([page.names(), page.url(), page.browser.shown]).toEqual([[], '/page', []])
    page.back()
    expect(page.url()).toBe('/before')
  })
  test('that was dropped takes no later Back for itself', () => {
    const page = withOverdueStep()
    page.browser.work.length = 0
    page.browser.later.shift()?.()
    page.open('second')
    page.back()
    expect([page.names(), page.url()]).toEqual([[], '/page'])
  })
})

test('Forward reopens nothing and needs no second Back', () => {
  const page = aPage()
  page.open('dialog')
  page.back()
  page.forward()
  expect([page.names(), page.url(), page.browser.at]).toEqual([[], '/page', 1])
  page.back()
  expect(page.url()).toBe('/before')
})

test('a page that was reloaded under a dialog needs one Back', () => {
  const page = aPage()
  page.open('dialog')
  const reloaded = new Browser()
  reloaded.entries = page.browser.entries
  reloaded.at = 2
  closeLayersWithBack(reloaded.page, { get: () => [], subscribe: () => () => {} })
  reloaded.idle()
  expect([reloaded.at, reloaded.shown]).toEqual([1, []])
})
