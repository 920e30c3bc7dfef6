/** The layers over the page, as `openLayers` of `layers.ts`. */
export interface Layers {
  readonly get: () => readonly { readonly close?: () => void }[]
  readonly subscribe: (listener: () => void) => () => void
}

/** What the rules need of a window. `history` already has the router's methods. */
export interface BackWindow {
  readonly history: History
  readonly location: Pick<Location, 'href'>
  /** The listener gets the event of each step before the router does. */
  readonly onStep: (listener: (event: Event) => void) => void
  readonly after: (ms: number, work: () => void) => void
}

type State = Readonly<Record<string, unknown>> | null

/** In the state of the entry that Back consumes: the key of the page's own entry below it. */
const OVER = 'haulyardLayerOver'
/** The name that the router gives to the key of an entry. */
const KEY = '__TSR_key'
/** The router's steps wait for a step through the history at most this long, in milliseconds: browsers drop some. */
const MAX_STEP_MS = 1000
/** A page without a free moment hears of its own step that much later. After that the step counts as dropped. */
const MAX_LATE_MS = 10_000

const stateOf = ({ state }: History): State => (typeof state === 'object' ? (state as State) : null)
const keyOf = (state: State) => state?.[KEY]
const isOver = (state: State) => state !== null && OVER in state

function withoutMark(state: State): State {
  if (state === null) return null
  const { [OVER]: _mark, ...page } = state
  return page
}

/** The browser's own methods, which the router does not notice. */
function nativesOf(history: History) {
  const { pushState, replaceState, go } = Object.getPrototypeOf(history) as History
  return { pushState: pushState.bind(history), replaceState: replaceState.bind(history), go: go.bind(history) }
}

/**
 * Makes Back close the topmost layer (dialog, camera, lightbox) instead of leaving the page. While a layer is open, one
 * additional entry with the page's own address is above the page's entry, whatever the number of layers. Back leaves it
 * and closes one layer; if another layer remains, the entry is entered again. When the last layer closes otherwise, the
 * app itself goes back. A page that is opened from a layer takes the place of the entry. So no entry is left over that
 * would need a second Back. Forward to the entry is undone at once. The router never notices these steps. Call it once,
 * after the router was created.
 */
export function closeLayersWithBack(page: BackWindow, layers: Layers): void {
  const { history } = page
  const steps = new LayerSteps(page, layers)
  history.pushState = (state: State, _unused, url) => steps.take('push', state, url)
  history.replaceState = (state: State, _unused, url) => steps.take('replace', state, url)
  history.back = () => steps.goBack()
  page.onStep((event) => steps.arrive(event))
  layers.subscribe(() => steps.settleSoon())
  steps.settleSoon()
}

class LayerSteps {
  readonly #page: BackWindow
  readonly #layers: Layers
  readonly #native: ReturnType<typeof nativesOf>
  readonly #routed: Pick<History, 'pushState' | 'replaceState'>
  /** The state of the additional entry while it is the current one, and its address. */
  #over: State
  #overHref: string
  /** The key of the entry that the router shows. */
  #shown: unknown
  /** A step of the app that has not arrived: within the page, or away from it. Nothing waits for one that is overdue. */
  #step: { readonly isWithin: boolean; isOverdue: boolean } | null = null
  /** The router's steps that arrived during a step. */
  #delayed: (() => void)[] = []
  /** The additional entry is the next one after the current one. */
  #isAhead = false

  constructor(page: BackWindow, layers: Layers) {
    const { history, location } = page
    this.#page = page
    this.#layers = layers
    this.#native = nativesOf(history)
    this.#routed = { pushState: history.pushState.bind(history), replaceState: history.replaceState.bind(history) }
    this.#over = this.#overHere()
    this.#overHref = location.href
    this.#shown = keyOf(this.#here())
  }

  /** Later: one layer often closes to open another, or to open a page. */
  settleSoon(): void {
    this.#page.after(0, () => this.#settle())
  }

  goBack(): void {
    // An app that goes back means the page before its own entry.
    if (this.#over !== null && !this.#isStepping()) this.#begin(-2, false)
    else this.#native.go(-1)
  }

  /** A step of the router. */
  take(
    way: 'push' | 'replace',
    state: State,
    url: string | URL | null | undefined,
    writes: Writes = this.#routed,
  ): void {
    if (this.#isStepping()) {
      // The router counts it as done.
      this.#delayed.push(() => this.take(way, state, url, this.#native))
      return
    }
    const plain = withoutMark(state)
    const stays = way === 'replace' ? this.#over : null
    const isPush = way === 'push' && this.#over === null
    this.#shown = keyOf(plain)
    this.#over = stays && { ...plain, [OVER]: stays[OVER] }
    this.#isAhead = false
    writes[isPush ? 'pushState' : 'replaceState'](this.#over ?? plain, '', url)
    this.#overHref = this.#page.location.href
    this.settleSoon()
  }

  /** The current entry is another one now. */
  arrive(event: Event): void {
    const isOwn = this.#step?.isWithin === true
    const left = this.#over
    this.#over = this.#overHere()
    const key = keyOf(this.#here())
    // From another page the router must learn of the page's entry.
    const isClosing =
      left !== null && this.#over === null && key === left[OVER] && [left[OVER], keyOf(left)].includes(this.#shown)
    if (isClosing || this.#over !== null) event.stopImmediatePropagation()
    else this.#shown = key
    if (this.#over !== null) this.#overHref = this.#page.location.href
    const isChanged = isClosing && keyOf(left) !== key
    // The page has changed its address under the layer.
    if (isChanged) this.#native.replaceState(withoutMark(left), '', this.#overHref)
    this.#isAhead = isClosing && !isOwn && !isChanged
    this.#end()
    if (isClosing && !isOwn) this.#closable().at(-1)?.close?.()
    this.settleSoon()
  }

  #settle(): void {
    if (this.#isStepping()) return
    const isAnyOpen = this.#closable().length > 0
    if (isAnyOpen === (this.#over !== null)) this.#isAhead = false
    else if (!isAnyOpen) this.#begin(-1, true)
    else if (this.#isAhead) this.#begin(1, true)
    else this.#enter()
  }
  #enter(): void {
    this.#shown = keyOf(this.#here())
    this.#over = { ...this.#here(), [OVER]: this.#shown }
    this.#overHref = this.#page.location.href
    this.#native.pushState(this.#over, '', this.#overHref)
  }
  #begin(by: number, isWithin: boolean): void {
    const step = { isWithin, isOverdue: false }
    this.#step = step
    this.#native.go(by)
    this.#page.after(MAX_STEP_MS, () => {
      if (this.#step !== step) return
      step.isOverdue = true
      this.#takeDelayed()
    })
    this.#page.after(MAX_LATE_MS, () => this.#step === step && this.#end())
  }
  #isStepping(): boolean {
    return this.#step !== null && !this.#step.isOverdue
  }
  #end(): void {
    this.#step = null
    this.#takeDelayed()
  }
  #takeDelayed(): void {
    const delayed = this.#delayed
    this.#delayed = []
    for (const work of delayed) work()
  }
  #closable() {
    return this.#layers.get().filter(({ close }) => close)
  }
  #here(): State {
    return stateOf(this.#page.history)
  }
  #overHere(): State {
    return isOver(this.#here()) ? this.#here() : null
  }
}

type Writes = Pick<History, 'pushState' | 'replaceState'>
