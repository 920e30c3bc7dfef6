const TEXT = 3

interface Change {
  readonly type: 'childList' | 'characterData'
  readonly target: SmallNode
  readonly addedNodes: readonly SmallNode[]
  readonly removedNodes: readonly SmallNode[]
  readonly nextSibling: SmallNode | null
  readonly oldValue: string | null
}

let changes: Change[] = []

/** What is done to nodes by whatever stands beside the page: past all that a page may have put in place of its methods. */
export const beside = {
  insert(parent: SmallNode, child: SmallNode, before: SmallNode | null): void {
    if (child.parentNode) beside.remove(child)
    const at = before ? parent.childNodes.indexOf(before) : parent.childNodes.length
    if (at < 0) throw new Error('NotFoundError: the node before which it shall be is not a child')
    parent.childNodes.splice(at, 0, child)
    child.parentNode = parent
    noted(parent, { addedNodes: [child], removedNodes: [], nextSibling: before })
  },
  remove(child: SmallNode): void {
    const { parentNode: parent } = child
    if (!parent) return
    const next = parent.childNodes[parent.childNodes.indexOf(child) + 1] ?? null
    parent.childNodes.splice(parent.childNodes.indexOf(child), 1)
    child.parentNode = null
    noted(parent, { addedNodes: [], removedNodes: [child], nextSibling: next })
  },
  say(text: SmallNode, words: string): void {
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

function noted(target: SmallNode, what: Pick<Change, 'addedNodes' | 'removedNodes' | 'nextSibling'>): void {
  if (target.getRootNode() === body) changes.push({ type: 'childList', target, oldValue: null, ...what })
}

/** A node with as much of a browser's as React uses to change a page. */
export class SmallNode {
  parentNode: SmallNode | null = null
  readonly childNodes: SmallNode[] = []
  readonly nodeName: string
  readonly nodeType: number
  words: string

  constructor(nodeName: string, words = '') {
    this.nodeName = nodeName
    this.nodeType = nodeName === '#text' ? TEXT : 1
    this.words = words
  }
  getRootNode(): SmallNode {
    return this.parentNode?.getRootNode() ?? this
  }
  insertBefore(child: SmallNode, before: SmallNode | null): SmallNode {
    beside.insert(this, child, before)
    return child
  }
  appendChild(child: SmallNode): SmallNode {
    beside.insert(this, child, null)
    return child
  }
  removeChild(child: SmallNode): SmallNode {
    if (child.parentNode !== this) throw new Error('NotFoundError: the node to be removed is not a child')
    beside.remove(child)
    return child
  }
  get nodeValue(): string | null {
    return this.nodeType === TEXT ? this.words : null
  }
  set nodeValue(words: string | null) {
    if (this.nodeType === TEXT) beside.say(this, words ?? '')
  }
  get textContent(): string {
    return this.nodeType === TEXT ? this.words : this.childNodes.map(({ textContent }) => textContent).join('')
  }
  set textContent(words: string | null) {
    for (const child of [...this.childNodes]) beside.remove(child)
    if (words) beside.insert(this, aText(words), null)
  }
}

export const aText = (words: string) => new SmallNode('#text', words)
export const body = new SmallNode('BODY')

/** Tells of the changes beneath `body`. As a browser's, it does so once what makes them is through: see `settle`. */
export class SmallObserver {
  readonly #hear: (changes: readonly Change[]) => void

  constructor(hear: (changes: readonly Change[]) => void) {
    this.#hear = hear
    settle = () => this.#hear(this.takeRecords())
  }
  observe(): void {}
  takeRecords(): readonly Change[] {
    const taken = changes
    changes = []
    return taken
  }
}

/** What ends a task: observers hear of it. */
export let settle = (): void => undefined
