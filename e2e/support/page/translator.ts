import type { Page } from '@playwright/test'

/**
 * How other software rewrites the app's texts.
 * - `fonts`: like the translators of Chrome and Edge. Inserts the translation in two nested font elements before the
 *   text, then removes the text.
 * - `texts`: like Safari's translator. Replaces our text with a new one and reinserts every node of its element.
 * - `words`: like Firefox's translator. Changes the data of our text.
 * - `marks`: like reading aids. Moves our text into an element of its own.
 * - `halves`: like aids that print the beginnings of words bold. Splits our text and moves the first half into an
 *   element.
 */
export const REWRITE_METHODS = ['fonts', 'texts', 'words', 'marks', 'halves'] as const
export type RewriteMethod = (typeof REWRITE_METHODS)[number]

/** Runs in the page. A translated text is in capitals between « and »: recognizable and still readable. */
export function rewritePage(way: RewriteMethod): void {
  const SKIPPED = /^(?:SCRIPT|STYLE|TEXTAREA|INPUT|OPTION|NOSCRIPT|TITLE)$/
  const FOREIGN_ELEMENTS = 'font,mark,b[data-aid]'
  const translated = (words: string) => `«${words.toUpperCase()}»`
  const rewrittenTexts = new WeakMap<Node, string>()
  const newText = (words: string) => {
    const text = document.createTextNode(words)
    rewrittenTexts.set(text, words)
    return text
  }
  const rewrite: Record<RewriteMethod, (text: Text, parent: Element) => void> = {
    fonts: (text, parent) => {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(newText(translated(text.data)))
      outer.append(inner)
      parent.insertBefore(outer, text)
      parent.removeChild(text)
    },
    texts: (text, parent) => {
      const rest = [...parent.childNodes].map((node) => (node === text ? newText(translated(text.data)) : node))
      text.remove()
      for (const node of rest) parent.insertBefore(node, null)
    },
    words: (text) => {
      text.data = translated(text.data)
      rewrittenTexts.set(text, text.data)
    },
    marks: (text, parent) => {
      const mark = document.createElement('mark')
      parent.replaceChild(mark, text)
      mark.append(text)
      rewrittenTexts.set(text, text.data)
    },
    halves: (text, parent) => {
      const rest = text.splitText(Math.ceil(text.length / 2))
      const half = document.createElement('b')
      half.dataset.aid = ''
      parent.insertBefore(half, rest)
      half.append(text)
      for (const one of [text, rest]) rewrittenTexts.set(one, one.data)
    },
  }
  const rewriteText = (text: Text) => {
    const parent = text.parentElement
    if (!parent || !text.data.trim() || SKIPPED.test(parent.tagName) || rewrittenTexts.get(text) === text.data) return
    if (!parent.closest(`${FOREIGN_ELEMENTS},svg,[translate=no],[aria-hidden=true] svg`)) rewrite[way](text, parent)
  }
  const rewriteBelow = (root: Node) => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    if (root instanceof Text) texts.push(root)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) rewriteText(text)
  }
  const start = () => {
    // Like a real translator, this one needs a moment for its texts: React may have rendered again by then.
    let changed = new Set<Node>()
    new MutationObserver((changes) => {
      if (changed.size === 0)
        setTimeout(() => {
          const nodes = changed
          changed = new Set()
          for (const node of nodes) if (node.isConnected) rewriteBelow(node)
        }, 10)
      for (const { addedNodes, target, type } of changes) {
        for (const node of type === 'characterData' ? [target] : addedNodes) changed.add(node)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    rewriteBelow(document.body)
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
  else start()
}

/** Rewrites this page and every page opened later in its tab, from an isolated world, as browsers and extensions do. */
export async function injectRewriter(page: Page, way: RewriteMethod): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const source = `(${rewritePage})(${JSON.stringify(way)})`
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source,
    worldName: 'beside the app',
    runImmediately: true,
  })
}
