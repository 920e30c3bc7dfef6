/** The globals that are needed to observe how other programs change the page. */
type Page = Pick<typeof globalThis, 'document' | 'MutationObserver' | 'Node'>

const TEXT = 3

/** By element: foreign changes to its children since React changed them, oldest first. */
const changesIn = new WeakMap<Node, MutationRecord[]>()
/** By removed node: the foreign changes in its former parent element. */
const changesAround = new WeakMap<Node, MutationRecord[]>()
/** By text node: its text before the first foreign change. */
const originalText = new WeakMap<Node, string | null>()

function noteChanges(changes: readonly MutationRecord[]): void {
  for (const change of changes) {
    const { target, type, oldValue, removedNodes } = change
    // React itself sets its text, at each key press.
    if (target.nodeName === 'TEXTAREA') continue
    if (type === 'characterData') {
      if (!originalText.has(target)) originalText.set(target, oldValue)
      continue
    }
    const all = changesIn.get(target) ?? []
    changesIn.set(target, all)
    all.push(change)
    for (const node of removedNodes) changesAround.set(node, all)
  }
}

/** The browser's own methods. Undoing changes with them does not count as a foreign change. */
interface NativeDom {
  readonly insertBefore: Node['insertBefore']
  readonly removeChild: Node['removeChild']
  readonly setText: ((words: string | null) => void) | undefined
}

/** Undoes the foreign changes in one element. Changes that touch no text node, such as an added button, stay. */
function undoChanges({ insertBefore, removeChild, setText }: NativeDom, all: MutationRecord[] = []): void {
  const changes = all.splice(0)
  if (!changes.some((one) => [...one.addedNodes, ...one.removedNodes].some(({ nodeType }) => nodeType === TEXT))) return
  for (const { target, addedNodes, removedNodes, nextSibling } of changes.reverse()) {
    for (const node of addedNodes) if (node.parentNode === target) removeChild.call(target, node)
    for (const node of removedNodes) insertBefore.call(target, node, nextSibling)
    for (const node of target.childNodes) {
      const words = originalText.get(node)
      if (words === undefined) continue
      setText?.call(node, words)
      originalText.delete(node)
    }
  }
}

/**
 * Lets translators and reading aids rewrite the page. They replace, move, split and change its texts, while React still
 * uses the nodes that it created: it would write into a text node that is no longer in the page, or throw because a
 * node has moved. So foreign changes are noted, and undone where React changes something, just before React does so.
 * The translator then sees the new text and rewrites it. Must be called before the first render. Reasons: decision 33.
 */
export function tolerateRewriting({ document, MutationObserver, Node: { prototype } }: Page): void {
  const observer = new MutationObserver(noteChanges)
  observer.observe(document.body, { childList: true, subtree: true, characterDataOldValue: true })

  const { insertBefore, removeChild } = prototype
  const setText = Object.getOwnPropertyDescriptor(prototype, 'nodeValue')?.set
  const native = { insertBefore, removeChild, setText }

  /** Applies React's change in `place` as if no other program had changed the page. */
  function asReact(place: Node, change: () => void): void {
    noteChanges(observer.takeRecords())
    for (const node of [place.getRootNode(), place, place.parentNode]) {
      if (!node) continue
      undoChanges(native, changesAround.get(node))
      undoChanges(native, changesIn.get(node))
    }
    change()
    observer.takeRecords()
  }
  patchNodeMethods(prototype, native, observer, asReact)
  patchTextSetters(prototype, asReact)
}

type ReactChange = (place: Node, change: () => void) => void

const isFont = (node: Node | undefined) => node?.nodeName === 'FONT'

function patchNodeMethods(
  prototype: Node,
  { insertBefore, removeChild }: NativeDom,
  observer: MutationObserver,
  asReact: ReactChange,
): void {
  prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null) {
    // In the page's own script world, `<font>` elements are the only sign that a translator and not React calls this.
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
    noteChanges(changes)
    // A translator removes the text next to which it has just inserted a `<font>`.
    if (isFont(changes.at(-1)?.addedNodes[0])) removeChild.call(this, child)
    else asReact(this, () => void (child.parentNode && removeChild.call(child.parentNode, child)))
    return child
  }
}

function patchTextSetters(prototype: Node, asReact: ReactChange): void {
  for (const name of ['nodeValue', 'textContent'] as const) {
    const own = Object.getOwnPropertyDescriptor(prototype, name)
    Object.defineProperty(prototype, name, {
      ...own,
      set(this: Node, words: string | null) {
        const { parentNode } = this
        asReact(this, () => {
          // The element's only text is gone, replaced by a foreign one: React means the element.
          if (parentNode && !this.parentNode) parentNode.textContent = words
          else own?.set?.call(this, words)
        })
        originalText.delete(this)
      },
    })
  }
}
