/** What of a page is needed to follow what others do to it. */
type Page = Pick<typeof globalThis, 'document' | 'MutationObserver' | 'Node'>

const TEXT = 3

/** By element, what others did to its children since React changed them, the oldest first. */
const changesIn = new WeakMap<Node, MutationRecord[]>()
/** By node that others took away, the changes in the element where it was. */
const changesAround = new WeakMap<Node, MutationRecord[]>()
/** By text, its words before others changed them. */
const wordsBefore = new WeakMap<Node, string | null>()

function note(changes: readonly MutationRecord[]): void {
  for (const change of changes) {
    const { target, type, oldValue, removedNodes } = change
    // React itself sets what stands in it, with each key.
    if (target.nodeName === 'TEXTAREA') continue
    if (type === 'characterData') {
      if (!wordsBefore.has(target)) wordsBefore.set(target, oldValue)
      continue
    }
    const all = changesIn.get(target) ?? []
    changesIn.set(target, all)
    all.push(change)
    for (const node of removedNodes) changesAround.set(node, all)
  }
}

/** How the browser itself changes a page: what is taken back by it is not noted as a change. */
interface Unwatched {
  readonly insertBefore: Node['insertBefore']
  readonly removeChild: Node['removeChild']
  readonly say: ((words: string | null) => void) | undefined
}

/** Takes back what others did in one element; if they only put something beside our words, a button say, it stays. */
function takeBack({ insertBefore, removeChild, say }: Unwatched, all: MutationRecord[] = []): void {
  const changes = all.splice(0)
  if (!changes.some((one) => [...one.addedNodes, ...one.removedNodes].some(({ nodeType }) => nodeType === TEXT))) return
  for (const { target, addedNodes, removedNodes, nextSibling } of changes.reverse()) {
    for (const node of addedNodes) if (node.parentNode === target) removeChild.call(target, node)
    for (const node of removedNodes) insertBefore.call(target, node, nextSibling)
    for (const node of target.childNodes) {
      const words = wordsBefore.get(node)
      if (words === undefined) continue
      say?.call(node, words)
      wordsBefore.delete(node)
    }
  }
}

/**
 * Lets translators and reading aids rewrite the page. They replace, move, split and change its texts, while React goes on
 * with the nodes that it made: it would write new words into a text that is no longer in the page, or throw for one that is
 * not where it was. So what others do is noted, and taken back where React changes something, just before it does; they see
 * the new words and rewrite those. To be called before anything is shown. Why so: decision 33.
 */
export function tolerateRewriting({ document, MutationObserver, Node: { prototype } }: Page): void {
  const observer = new MutationObserver(note)
  observer.observe(document.body, { childList: true, subtree: true, characterDataOldValue: true })

  const { insertBefore, removeChild } = prototype
  const say = Object.getOwnPropertyDescriptor(prototype, 'nodeValue')?.set
  const unwatched = { insertBefore, removeChild, say }

  /** Does in `place` what React wants, as if nobody else had been there. */
  function asReact(place: Node, change: () => void): void {
    note(observer.takeRecords())
    for (const node of [place.getRootNode(), place, place.parentNode]) {
      if (!node) continue
      takeBack(unwatched, changesAround.get(node))
      takeBack(unwatched, changesIn.get(node))
    }
    change()
    observer.takeRecords()
  }
  changeNodes(prototype, unwatched, observer, asReact)
  changeWords(prototype, asReact)
}

type AsReact = (place: Node, change: () => void) => void

const isFont = (node: Node | undefined) => node?.nodeName === 'FONT'

function changeNodes(
  prototype: Node,
  { insertBefore, removeChild }: Unwatched,
  observer: MutationObserver,
  asReact: AsReact,
): void {
  prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null) {
    // In the page's own world nothing else tells what others do from what React does.
    if (isFont(this) || isFont(child)) return insertBefore.call(this, child, before) as Child
    asReact(this, () => {
      let next = before
      while (next && next.parentNode !== this) next = next.parentNode
      insertBefore.call(this, child, next)
    })
    return child
  }
  prototype.appendChild = function (child) {
    return this.insertBefore(child, null)
  }
  prototype.removeChild = function (child) {
    const changes = observer.takeRecords()
    note(changes)
    // The text whose font has just been put beside it.
    if (isFont(changes.at(-1)?.addedNodes[0])) removeChild.call(this, child)
    else asReact(this, () => void (child.parentNode && removeChild.call(child.parentNode, child)))
    return child
  }
}

function changeWords(prototype: Node, asReact: AsReact): void {
  for (const name of ['nodeValue', 'textContent'] as const) {
    const own = Object.getOwnPropertyDescriptor(prototype, name)
    Object.defineProperty(prototype, name, {
      ...own,
      set(this: Node, words: string | null) {
        const { parentNode } = this
        asReact(this, () => {
          // An element's only text, which others had put there: React means the element.
          if (parentNode && !this.parentNode) parentNode.textContent = words
          else own?.set?.call(this, words)
        })
        wordsBefore.delete(this)
      },
    })
  }
}
