const TEXT = 3

interface Change {
  readonly type: 'childList' | 'characterData'
  readonly target: FakeNode
  readonly addedNodes: readonly FakeNode[]
  readonly removedNodes: readonly FakeNode[]
  readonly nextSibling: FakeNode | null
  readonly oldValue: string | null
}

let changes: Change[] = []

/**
 * Changes of nodes by software outside the page, such as a translator. They bypass methods that the page has replaced.
 */
export const outsideEdits = {
  insert(parent: FakeNode, child: FakeNode, before: FakeNode | null): void {
    if (child.parentNode) outsideEdits.remove(child)
    const at = before ? parent.childNodes.indexOf(before) : parent.childNodes.length
    if (at < 0) throw new Error('NotFoundError: the node before which it shall be is not a child')
    parent.childNodes.splice(at, 0, child)
    child.parentNode = parent
    recordChildChange(parent, { addedNodes: [child], removedNodes: [], nextSibling: before })
  },
  remove(child: FakeNode): void {
    const { parentNode: parent } = child
    if (!parent) return
    const next = parent.childNodes[parent.childNodes.indexOf(child) + 1] ?? null
    parent.childNodes.splice(parent.childNodes.indexOf(child), 1)
    child.parentNode = null
    recordChildChange(parent, { addedNodes: [], removedNodes: [child], nextSibling: next })
  },
  say(text: FakeNode, words: string): void {
    const oldValue = text.words
    text.words = words
    if (text.getRootNode() === body)
      changes.push({
        type: 'characterData',
        target: text,
        addedNodes: [],
        removedNodes: [],
        nextSibling: null,
        oldValue,
      })
  },
}

function recordChildChange(target: FakeNode, what: Pick<Change, 'addedNodes' | 'removedNodes' | 'nextSibling'>): void {
  if (target.getRootNode() === body) changes.push({ type: 'childList', target, oldValue: null, ...what })
}

/** A node with the parts of a browser's node that React uses to change a page. */
export class FakeNode {
  parentNode: FakeNode | null = null
  readonly childNodes: FakeNode[] = []
  readonly nodeName: string
  readonly nodeType: number
  words: string

  constructor(nodeName: string, words = '') {
    this.nodeName = nodeName
    this.nodeType = nodeName === '#text' ? TEXT : 1
    this.words = words
  }
  getRootNode(): FakeNode {
    return this.parentNode?.getRootNode() ?? this
  }
  insertBefore(child: FakeNode, before: FakeNode | null): FakeNode {
    outsideEdits.insert(this, child, before)
    return child
  }
  appendChild(child: FakeNode): FakeNode {
    outsideEdits.insert(this, child, null)
    return child
  }
  removeChild(child: FakeNode): FakeNode {
    if (child.parentNode !== this) throw new Error('NotFoundError: the node to be removed is not a child')
    outsideEdits.remove(child)
    return child
  }
  get nodeValue(): string | null {
    return this.nodeType === TEXT ? this.words : null
  }
  set nodeValue(words: string | null) {
    if (this.nodeType === TEXT) outsideEdits.say(this, words ?? '')
  }
  get textContent(): string {
    return this.nodeType === TEXT ? this.words : this.childNodes.map(({ textContent }) => textContent).join('')
  }
  set textContent(words: string | null) {
    for (const child of [...this.childNodes]) outsideEdits.remove(child)
    if (words) outsideEdits.insert(this, aText(words), null)
  }
}

export const aText = (words: string) => new FakeNode('#text', words)
export const body = new FakeNode('BODY')

/** A MutationObserver of the nodes in `body`. It reports the changes at the end of a task: see `settle`. */
export class FakeObserver {
  readonly #hear: (changes: readonly Change[]) => void

  constructor(hear: (changes: readonly Change[]) => void) {
    this.#hear = hear
    settle = () => this.#hear(this.takeRecords())
  }
  observe(): void {}
  takeRecords(): readonly Change[] {
    const records = changes
    changes = []
    return records
  }
}

/** Ends a task: reports its changes to the observer. */
export let settle = (): void => undefined
