import { writeFileSync } from 'node:fs'
import { PATIENCE } from '#e2e/support/patience.ts'
import { findAll, looksLike, type Named, placeOf, type Role } from './in-page.ts'
import { ELEMENT, until, type Wire } from './wire.ts'

/** Keys, as WebDriver writes them. */
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

/** A page that goes at once would take the answer to the command with it; in milliseconds. */
const AFTER_THE_ANSWER_MS = 50

type Name = string | RegExp | undefined
interface Where {
  /** Which of several: 0 is the first, -1 the last. */
  readonly at?: number
  readonly within?: number
}

const named = (name: Name): Named => {
  if (name === undefined) return {}
  return typeof name === 'string' ? { exact: name } : { pattern: name.source }
}
const asElement = (id: string) => ({ [ELEMENT]: id })
const idOf = (found: unknown): string | null =>
  typeof found === 'object' && found !== null && ELEMENT in found ? String(found[ELEMENT]) : null

/** Arguments of a function that runs in the page: what JSON can say, and elements. */
type Sent = readonly unknown[]

/** One window of an engine, used as a person uses it. */
export class EnginePage {
  readonly #wire: Wire
  readonly #url: string

  constructor(wire: Wire, url: string) {
    this.#wire = wire
    this.#url = url
  }

  /** Opens a path as the address bar does, and waits until the document is there. */
  async open(path: string): Promise<void> {
    await this.#wire.send('navigate', { url: this.#url + path })
  }
  /** Goes to a path and waits for nothing. */
  async leaveFor(path: string): Promise<void> {
    await this.run(
      (href, delay) => void setTimeout(() => location.assign(href), delay),
      this.#url + path,
      AFTER_THE_ANSWER_MS,
    )
  }
  /** Goes so many pages back, or forward, in the history of the tab, and waits for nothing. */
  async go(steps: number): Promise<void> {
    await this.run((by, delay) => void setTimeout(() => history.go(by), delay), steps, AFTER_THE_ANSWER_MS)
  }
  /** Reloads as a person does. Firefox's own command goes past the service worker. */
  async reload(): Promise<void> {
    await this.run((delay) => {
      document.documentElement.dataset.former = 'yes'
      setTimeout(() => location.reload(), delay)
    }, AFTER_THE_ANSWER_MS)
    await this.until(() => document.documentElement.dataset.former === undefined && document.readyState !== 'loading')
  }
  async path(): Promise<string> {
    return new URL(String(await this.#wire.send('url'))).pathname
  }
  async size(width: number, height: number): Promise<void> {
    await this.#wire.send('size', { x: 0, y: 0, width, height })
  }

  /** What a function gives that is run in the page. It names nothing outside of itself. */
  async run<Given extends Sent, T>(work: (...given: Given) => T, ...given: Given): Promise<T> {
    return (await this.#wire.send('script', { script: `return (${work}).apply(null, arguments)`, args: given })) as T
  }
  /** What its promise gives. */
  async wait<Given extends Sent, T>(work: (...given: Given) => Promise<T>, ...given: Given): Promise<T> {
    const script = `const done = arguments[arguments.length - 1]
      const given = [...arguments].slice(0, -1);
      (${work}).apply(null, given).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const { value, error } = (await this.#wire.send('async', { script, args: given })) as { value: T; error?: string }
    if (error !== undefined) throw new Error(error)
    return value
  }
  /** Waits until a function that is run in the page gives something true, over changes of pages. */
  async until<Given extends Sent, T>(work: (...given: Given) => T, ...given: Given): Promise<T> {
    return this.untilWithin(PATIENCE, work, ...given)
  }
  async untilWithin<Given extends Sent, T>(within: number, work: (...given: Given) => T, ...given: Given): Promise<T> {
    // Between two pages there is nothing to ask.
    const look = async () => (await this.run(work, ...given)) || null
    try {
      return (await until(look, 'What was waited for did not come.', within)) as T
    } catch (cause) {
      const shown = await this.run(looksLike).catch(() => 'no page answers')
      throw new Error(`Not so within ${within / 1000} s: ${shown}. Waited for: ${work}, ${JSON.stringify(given)}`, {
        cause,
      })
    }
  }

  /** The element that a person would find. */
  async find(role: Role, name?: Name, { at = 0, within = PATIENCE }: Where = {}): Promise<string> {
    const script = `return ((${findAll})(arguments[0], arguments[1])).at(arguments[2]) ?? null`
    const look = async () => {
      const found = await this.#wire.send('script', { script, args: [role, named(name), at] })
      return idOf(found)
    }
    return until(look, `There is no ${role} ${name ?? ''}.`, within)
  }
  /** How many there are now. */
  async count(role: Role, name?: Name): Promise<number> {
    const script = `return ((${findAll})(arguments[0], arguments[1])).length`
    return Number(await this.#wire.send('script', { script, args: [role, named(name)] }))
  }
  /** Waits until there is none. */
  async gone(role: Role, name?: Name): Promise<void> {
    const look = async () => ((await this.count(role, name)) === 0 ? true : null)
    await until(look, `The ${role} ${name ?? ''} is still there.`, PATIENCE)
  }

  /** Presses what is found with a mouse, when nothing lies over it and it stands still. */
  async click(role: Role, name?: Name, where: Where = {}): Promise<void> {
    let before = ''
    const look = async () => {
      const id = await this.find(role, name, where)
      const place = await this.run(placeOf, asElement(id) as unknown as Element)
      const isStill = String(place) === before
      before = String(place)
      return isStill ? place : null
    }
    const [x, y] = await until(look, `Something lies over the ${role} ${name ?? ''}.`, PATIENCE)
    await this.#act('pointer', { pointerType: 'mouse' }, [
      { type: 'pointerMove', x, y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }
  /** Presses keys one after the other, while others are held down. */
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
  /** Chooses a file of this machine for a field. */
  async chooseFile(selector: string, path: string): Promise<void> {
    const script = 'return document.querySelector(arguments[0])'
    const look = async () => idOf(await this.#wire.send('script', { script, args: [selector] }))
    const id = await until(look, `There is no ${selector}.`, PATIENCE)
    await this.#wire.send('keys', { id, text: path })
  }

  async screenshot(path: string): Promise<void> {
    // WebKitGTK answers with the next picture that it draws, and a page at rest draws none.
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
