import { writeFileSync } from 'node:fs'
import { PATIENCE } from '#e2e/support/patience.ts'
import { clickPointOf, describePage, findAll, type NameFilter, type Role } from './in-page.ts'
import { ELEMENT, until, type Wire } from './wire.ts'

/** The WebDriver codes of keys. */
export const KEYS = {
  tab: '\uE004',
  enter: '\uE007',
  shift: '\uE008',
  control: '\uE009',
  escape: '\uE00C',
  space: ' ',
  left: '\uE012',
  up: '\uE013',
  right: '\uE014',
  down: '\uE015',
} as const

/** Delay before a page is left, in milliseconds. A page left immediately would lose the response to the command. */
const LEAVE_DELAY_MS = 50

type Name = string | RegExp | undefined
interface FindOptions {
  /** Which of several matches: 0 is the first, -1 the last. */
  readonly at?: number
  readonly within?: number
}

const nameFilterOf = (name: Name): NameFilter => {
  if (name === undefined) return {}
  return typeof name === 'string' ? { exact: name } : { pattern: name.source }
}
const elementReference = (id: string) => ({ [ELEMENT]: id })
const elementIdOf = (found: unknown): string | null =>
  typeof found === 'object' && found !== null && ELEMENT in found ? String(found[ELEMENT]) : null

/** Arguments of a function that runs in the page: JSON values and element references. */
type PageArguments = readonly unknown[]

/** One window of an engine, used as a user uses it. */
export class EnginePage {
  readonly #wire: Wire
  readonly #url: string

  constructor(wire: Wire, url: string) {
    this.#wire = wire
    this.#url = url
  }

  /** Opens a path as the address bar does, and waits until the document is loaded. */
  async open(path: string): Promise<void> {
    await this.#wire.send('navigate', { url: this.#url + path })
  }
  /** Goes to a path without waiting for it. */
  async leaveFor(path: string): Promise<void> {
    await this.run(
      (href, delay) => void setTimeout(() => location.assign(href), delay),
      this.#url + path,
      LEAVE_DELAY_MS,
    )
  }
  /** Goes a number of pages forward in the tab's history, or back if negative, without waiting for it. */
  async goInHistory(steps: number): Promise<void> {
    await this.run((by, delay) => void setTimeout(() => history.go(by), delay), steps, LEAVE_DELAY_MS)
  }
  /** Reloads from within the page, as a user does. Firefox's own command bypasses the service worker. */
  async reload(): Promise<void> {
    await this.run((delay) => {
      document.documentElement.dataset.former = 'yes'
      setTimeout(() => location.reload(), delay)
    }, LEAVE_DELAY_MS)
    await this.until(() => document.documentElement.dataset.former === undefined && document.readyState !== 'loading')
  }
  async path(): Promise<string> {
    return new URL(String(await this.#wire.send('url'))).pathname
  }
  async resize(width: number, height: number): Promise<void> {
    await this.#wire.send('size', { x: 0, y: 0, width, height })
  }

  /** Runs a function in the page and returns its result. Sent as text, the function must refer to nothing outside. */
  async run<Given extends PageArguments, T>(work: (...given: Given) => T, ...given: Given): Promise<T> {
    return (await this.#wire.send('script', { script: `return (${work}).apply(null, arguments)`, args: given })) as T
  }
  /** The same for a function that returns a promise. */
  async runAsync<Given extends PageArguments, T>(work: (...given: Given) => Promise<T>, ...given: Given): Promise<T> {
    const script = `const done = arguments[arguments.length - 1]
      const given = [...arguments].slice(0, -1);
      (${work}).apply(null, given).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const { value, error } = (await this.#wire.send('async', { script, args: given })) as { value: T; error?: string }
    if (error !== undefined) throw new Error(error)
    return value
  }
  /** Waits until a function that runs in the page returns a truthy value, also across navigations. */
  async until<Given extends PageArguments, T>(work: (...given: Given) => T, ...given: Given): Promise<T> {
    return this.untilWithin(PATIENCE, work, ...given)
  }
  async untilWithin<Given extends PageArguments, T>(
    within: number,
    work: (...given: Given) => T,
    ...given: Given
  ): Promise<T> {
    // Rejects between two pages; `until` then tries again.
    const look = async () => (await this.run(work, ...given)) || null
    try {
      return (await until(look, 'The expected value did not appear.', within)) as T
    } catch (cause) {
      const shown = await this.run(describePage).catch(() => 'no page answers')
      throw new Error(`Not within ${within / 1000} s: ${shown}. Expected: ${work}, ${JSON.stringify(given)}`, {
        cause,
      })
    }
  }

  /** The id of the element that a user would find. */
  async find(role: Role, name?: Name, { at = 0, within = PATIENCE }: FindOptions = {}): Promise<string> {
    const script = `return ((${findAll})(arguments[0], arguments[1])).at(arguments[2]) ?? null`
    const look = async () => {
      const found = await this.#wire.send('script', { script, args: [role, nameFilterOf(name), at] })
      return elementIdOf(found)
    }
    return until(look, `There is no ${role} ${name ?? ''}.`, within)
  }
  /** How many matches are in the page now. */
  async count(role: Role, name?: Name): Promise<number> {
    const script = `return ((${findAll})(arguments[0], arguments[1])).length`
    return Number(await this.#wire.send('script', { script, args: [role, nameFilterOf(name)] }))
  }
  /** Waits until the page has no match. */
  async waitUntilGone(role: Role, name?: Name): Promise<void> {
    const look = async () => ((await this.count(role, name)) === 0 ? true : null)
    await until(look, `The ${role} ${name ?? ''} is still there.`, PATIENCE)
  }

  /** Clicks an element by mouse once nothing covers it and it no longer moves. */
  async click(role: Role, name?: Name, where: FindOptions = {}): Promise<void> {
    let before = ''
    const look = async () => {
      const id = await this.find(role, name, where)
      const place = await this.run(clickPointOf, elementReference(id) as unknown as Element)
      const isStill = String(place) === before
      before = String(place)
      return isStill ? place : null
    }
    const [x, y] = await until(look, `Something covers the ${role} ${name ?? ''}.`, PATIENCE)
    await this.#act('pointer', { pointerType: 'mouse' }, [
      { type: 'pointerMove', x, y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }
  /** Presses keys one after the other while the `held` keys are down. */
  async press(keys: string | readonly string[], held: readonly string[] = []): Promise<void> {
    const down = (value: string) => ({ type: 'keyDown', value })
    const up = (value: string) => ({ type: 'keyUp', value })
    const pressed = [...keys].flatMap((value) => [down(value), up(value)])
    await this.#act('key', undefined, [...held.map(down), ...pressed, ...held.map(up)])
  }
  /** Types into an empty field. */
  async fill(name: Name, text: string): Promise<void> {
    await this.#wire.send('keys', { id: await this.find('textbox', name), text })
  }
  /** Chooses a file of this machine in a file input. */
  async chooseFile(selector: string, path: string): Promise<void> {
    const script = 'return document.querySelector(arguments[0])'
    const look = async () => elementIdOf(await this.#wire.send('script', { script, args: [selector] }))
    const id = await until(look, `There is no ${selector}.`, PATIENCE)
    await this.#wire.send('keys', { id, text: path })
  }

  async screenshot(path: string): Promise<void> {
    // WebKitGTK responds with the next frame that it draws, and a page at rest draws none.
    await this.run(() => {
      const { style } = document.documentElement
      const timer = setInterval(() => {
        style.opacity = style.opacity === '' ? '0.9999' : ''
      }, 50)
      setTimeout(() => {
        clearInterval(timer)
        style.opacity = ''
      }, 2000)
    })
    writeFileSync(path, Buffer.from(String(await this.#wire.send('screenshot')), 'base64'))
  }

  async #act(type: 'key' | 'pointer', parameters: object | undefined, actions: readonly object[]): Promise<void> {
    await this.#wire.send('actions', { actions: [{ type, id: type, ...(parameters && { parameters }), actions }] })
  }
}
