import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { tolerateRewriting } from '#src/browser/tolerate-rewriting.ts'
import { aText, body, FakeNode, FakeObserver, outsideEdits, settle } from '#tests/support/browser/fake-nodes.ts'

beforeAll(() => tolerateRewriting({ document: { body }, MutationObserver: FakeObserver, Node: FakeNode } as never))

const upper = (words: string) => words.toUpperCase()
/** The text of an element, in lower case: text that was only "translated" (to upper case) counts as the original. */
const textOf = ({ textContent }: FakeNode) => textContent.toLowerCase()
const textsIn = (parent: FakeNode) => parent.childNodes.filter(({ nodeType }) => nodeType === 3)

/** Ways in which other programs rewrite the texts of an element. All bypass the page's patched methods. */
const WAYS: Readonly<Record<string, (text: FakeNode, parent: FakeNode) => void>> = {
  'font elements, as in Chrome': (text, parent) => {
    const font = new FakeNode('FONT')
    font.childNodes.push(Object.assign(aText(upper(text.words)), { parentNode: font }))
    outsideEdits.insert(parent, font, text)
    outsideEdits.remove(text)
  },
  'font elements that are then replaced by new texts': (text, parent) => {
    const font = new FakeNode('FONT')
    font.childNodes.push(Object.assign(aText(upper(text.words)), { parentNode: font }))
    outsideEdits.insert(parent, font, text)
    outsideEdits.remove(text)
    outsideEdits.insert(parent, aText(text.words), font)
    outsideEdits.remove(font)
  },
  'new texts, as in Safari': (text, parent) => {
    const rest = parent.childNodes.map((node) => (node === text ? aText(upper(text.words)) : node))
    outsideEdits.remove(text)
    for (const node of rest) outsideEdits.insert(parent, node, null)
  },
  'changed texts, as in Firefox': (text) => outsideEdits.say(text, upper(text.words)),
  'an element around our text, as by reading aids': (text, parent) => {
    const mark = new FakeNode('MARK')
    outsideEdits.insert(parent, mark, text)
    outsideEdits.insert(mark, text, null)
  },
  'halves of the text, the first one bold': (text, parent) => {
    const rest = aText(text.words.slice(1))
    const next = parent.childNodes[parent.childNodes.indexOf(text) + 1] ?? null
    outsideEdits.insert(parent, rest, next)
    outsideEdits.say(text, text.words.slice(0, 1))
    const bold = new FakeNode('B')
    outsideEdits.insert(parent, bold, rest)
    outsideEdits.insert(bold, text, null)
  },
  'removal of the text': (text) => outsideEdits.remove(text),
}

/** A part of the page as React knows it: its own text nodes and elements (for null), in order. */
function aPart(words: readonly (string | null)[]) {
  const parent = new FakeNode('P')
  const own = words.map((one) => (one === null ? new FakeNode('I') : aText(one)))
  for (const node of own) parent.appendChild(node)
  body.appendChild(parent)
  return { parent, own }
}

describe.each(Object.entries(WAYS))('a page rewritten by %s', (_name, rewrite) => {
  const rewriteAll = (parent: FakeNode) => {
    for (const text of textsIn(parent)) rewrite(text, parent)
    settle()
  }

  test('shows new text, and nothing of the old text', () => {
    const { parent, own } = aPart(['3 drivers', null, ' wait'])
    rewriteAll(parent)
    if (own[0]) own[0].nodeValue = '4 drivers'
    expect(textOf(parent)).toBe('4 drivers wait')
    rewriteAll(parent)
    if (own[2]) own[2].nodeValue = ' are late'
    expect(textOf(parent)).toBe('4 drivers are late')
  })

  test('loses a removed text, and nothing else', () => {
    const { parent, own } = aPart(['Offline since 8:38. ', '2 changes wait'])
    rewriteAll(parent)
    if (own[1]) parent.removeChild(own[1])
    expect(textOf(parent)).toBe('offline since 8:38. ')
    rewriteAll(parent)
    if (own[0]) parent.removeChild(own[0])
    expect(parent.childNodes).toEqual([])
  })

  test('with a single text shows only its replacement', () => {
    const { parent } = aPart(['Firing'])
    rewriteAll(parent)
    // React updates an element with a single text this way.
    const only = parent.childNodes.length === 1 ? parent.childNodes[0] : undefined
    if (only?.nodeType === 3) only.nodeValue = 'Vacation'
    else parent.textContent = 'Vacation'
    expect(parent.textContent).toBe('Vacation')
    expect(parent.childNodes).toHaveLength(1)
  })

  test('matches React’s nodes after any sequence of changes', () => {
    const change = fc.record({
      action: fc.constantFrom('say', 'insert', 'remove', 'move', 'rewrite'),
      at: fc.nat(7),
      to: fc.nat(7),
      words: fc.constantFrom('one', 'two', 'three', null),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), (all) => {
        const { parent, own } = aPart(['a', null, 'b', 'c'])
        for (const { action, at, to, words } of all) {
          const node = own[at % Math.max(1, own.length)]
          if (action === 'rewrite') {
            rewriteAll(parent)
            continue
          }
          if (action === 'insert') {
            const newNode = words === null ? new FakeNode('I') : aText(words)
            parent.insertBefore(newNode, node ?? null)
            own.splice(node ? own.indexOf(node) : 0, 0, newNode)
          } else if (node && action === 'say' && node.nodeType === 3) node.nodeValue = words ?? 'none'
          else if (node && action === 'remove') parent.removeChild(own.splice(own.indexOf(node), 1)[0] ?? node)
          else if (node && action === 'move') {
            own.splice(own.indexOf(node), 1)
            const before = own[to % (own.length + 1)] ?? null
            parent.insertBefore(node, before)
            own.splice(before ? own.indexOf(before) : own.length, 0, node)
          } else continue
          expect(parent.childNodes).toEqual(own)
        }
      }),
    )
  })
})

test('an element that others only add next to our text stays', () => {
  const { parent, own } = aPart(['Password', null])
  const theirs = new FakeNode('BUTTON')
  outsideEdits.insert(parent, theirs, null)
  settle()
  if (own[0]) own[0].nodeValue = 'New password'
  expect(parent.childNodes).toEqual([...own, theirs])
})

test('a script in the page’s own world that replaces texts is recognized by its font elements', () => {
  const { parent, own } = aPart(['3', ' drivers'])
  const [first] = own
  if (!first) throw new Error('no text')
  const font = new FakeNode('FONT')
  font.textContent = 'TRES'
  parent.insertBefore(font, first)
  parent.removeChild(first)
  expect(parent.textContent).toBe('TRES drivers')
  first.nodeValue = '4'
  expect(parent.textContent).toBe('4 drivers')
})
