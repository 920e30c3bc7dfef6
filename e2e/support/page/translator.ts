import type { Page } from '@playwright/test'

/**
 * How software beside the app rewrites what it shows.
 * - `fonts`: as Chrome's and Edge's translators: other words in two fonts, put before the text, which is then taken away.
 * - `texts`: as Safari's: a new text in place of ours, and all that stood in the same element is put in anew.
 * - `words`: as Firefox's: other words in our own text.
 * - `marks`: as reading aids: our own text, moved into an element of theirs.
 * - `halves`: as aids that print the beginnings of words bold: our text in two, the first half in an element.
 */
export const WAYS = ['fonts', 'texts', 'words', 'marks', 'halves'] as const
export type Way = (typeof WAYS)[number]

/** Between the marks of a quotation stands what has been translated, in capitals: enough to know it, and to read it. */
export function rewritePage(way: Way): void {
  const SKIPPED = /^(?:SCRIPT|STYLE|TEXTAREA|INPUT|OPTION|NOSCRIPT|TITLE)$/
  const THEIRS = 'font,mark,b[data-aid]'
  const foreign = (words: string) => `«${words.toUpperCase()}»`
  const made = new WeakMap<Node, string>()
  const aText = (words: string) => {
    const text = document.createTextNode(words)
    made.set(text, words)
    return text
  }
  const rewrite: Record<Way, (text: Text, parent: Element) => void> = {
    fonts: (text, parent) => {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(aText(foreign(text.data)))
      outer.append(inner)
      parent.insertBefore(outer, text)
      parent.removeChild(text)
    },
    texts: (text, parent) => {
      const rest = [...parent.childNodes].map((node) => (node === text ? aText(foreign(text.data)) : node))
      text.remove()
      for (const node of rest) parent.insertBefore(node, null)
    },
    words: (text) => {
      text.data = foreign(text.data)
      made.set(text, text.data)
    },
    marks: (text, parent) => {
      const mark = document.createElement('mark')
      parent.replaceChild(mark, text)
      mark.append(text)
      made.set(text, text.data)
    },
    halves: (text, parent) => {
      const rest = text.splitText(Math.ceil(text.length / 2))
      const half = document.createElement('b')
      half.dataset.aid = ''
      parent.insertBefore(half, rest)
      half.append(text)
      for (const one of [text, rest]) made.set(one, one.data)
    },
  }
  const look = (text: Text) => {
    const parent = text.parentElement
    if (!parent || !text.data.trim() || SKIPPED.test(parent.tagName) || made.get(text) === text.data) return
    if (!parent.closest(`${THEIRS},svg,[translate=no],[aria-hidden=true] svg`)) rewrite[way](text, parent)
  }
  const walk = (root: Node) => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    if (root instanceof Text) texts.push(root)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) look(text)
  }
  const begin = () => {
    // As with a real one, the words take a moment to come: React may have gone on.
    let changed = new Set<Node>()
    new MutationObserver((changes) => {
      if (changed.size === 0)
        setTimeout(() => {
          const nodes = changed
          changed = new Set()
          for (const node of nodes) if (node.isConnected) walk(node)
        }, 10)
      for (const { addedNodes, target, type } of changes) {
        for (const node of type === 'characterData' ? [target] : addedNodes) changed.add(node)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    walk(document.body)
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin)
  else begin()
}

/** From now on something rewrites the page and all that are opened in its tab, from a world of its own as browsers and extensions do. */
export async function rewrittenBy(page: Page, way: Way): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const source = `(${rewritePage})(${JSON.stringify(way)})`
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source,
    worldName: 'beside the app',
    runImmediately: true,
  })
}
