import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { tolerateRewriting } from '#src/browser/tolerate-rewriting.ts'
import { aText, beside, body, SmallNode, SmallObserver, settle } from '#tests/support/offline/rewritten-nodes.ts'

beforeAll(() => tolerateRewriting({ document: { body }, MutationObserver: SmallObserver, Node: SmallNode } as never))

const upper = (words: string) => words.toUpperCase()
/** What an element says; words that others translated and nobody changed since count as they were. */
const saidBy = ({ textContent }: SmallNode) => textContent.toLowerCase()
const textsIn = (parent: SmallNode) => parent.childNodes.filter(({ nodeType }) => nodeType === 3)

/** Ways in which others rewrite the texts of an element; each past the page's own methods. */
const WAYS: Readonly<Record<string, (text: SmallNode, parent: SmallNode) => void>> = {
  'fonts, as Chrome': (text, parent) => {
    const font = new SmallNode('FONT')
    font.childNodes.push(Object.assign(aText(upper(text.words)), { parentNode: font }))
    beside.insert(parent, font, text)
    beside.remove(text)
  },
  'fonts that are taken away again for new texts': (text, parent) => {
    const font = new SmallNode('FONT')
    font.childNodes.push(Object.assign(aText(upper(text.words)), { parentNode: font }))
    beside.insert(parent, font, text)
    beside.remove(text)
    beside.insert(parent, aText(text.words), font)
    beside.remove(font)
  },
  'other texts, as Safari': (text, parent) => {
    const rest = parent.childNodes.map((node) => (node === text ? aText(upper(text.words)) : node))
    beside.remove(text)
    for (const node of rest) beside.insert(parent, node, null)
  },
  'other words, as Firefox': (text) => beside.say(text, upper(text.words)),
  'an element around our text, as reading aids': (text, parent) => {
    const mark = new SmallNode('MARK')
    beside.insert(parent, mark, text)
    beside.insert(mark, text, null)
  },
  'halves, the first of them bold': (text, parent) => {
    const rest = aText(text.words.slice(1))
    const next = parent.childNodes[parent.childNodes.indexOf(text) + 1] ?? null
    beside.insert(parent, rest, next)
    beside.say(text, text.words.slice(0, 1))
    const bold = new SmallNode('B')
    beside.insert(parent, bold, rest)
    beside.insert(bold, text, null)
  },
  'nothing where it was': (text) => beside.remove(text),
}

/** A part of the page as React has it: its own nodes in their order, of texts and elements. */
function aPart(words: readonly (string | null)[]) {
  const parent = new SmallNode('P')
  const own = words.map((one) => (one === null ? new SmallNode('I') : aText(one)))
  for (const node of own) parent.appendChild(node)
  body.appendChild(parent)
  return { parent, own }
}

describe.each(Object.entries(WAYS))('a page rewritten by %s', (_name, rewrite) => {
  const rewriteAll = (parent: SmallNode) => {
    for (const text of textsIn(parent)) rewrite(text, parent)
    settle()
  }

  test('says new words, and nothing of the old', () => {
    const { parent, own } = aPart(['3 drivers', null, ' wait'])
    rewriteAll(parent)
    if (own[0]) own[0].nodeValue = '4 drivers'
    expect(saidBy(parent)).toBe('4 drivers wait')
    rewriteAll(parent)
    if (own[2]) own[2].nodeValue = ' are late'
    expect(saidBy(parent)).toBe('4 drivers are late')
  })

  test('loses a text that is taken away, and nothing else', () => {
    const { parent, own } = aPart(['Offline since 8:38. ', '2 changes wait'])
    rewriteAll(parent)
    if (own[1]) parent.removeChild(own[1])
    expect(saidBy(parent)).toBe('offline since 8:38. ')
    rewriteAll(parent)
    if (own[0]) parent.removeChild(own[0])
    expect(parent.childNodes).toEqual([])
  })

  test('has one text alone said anew', () => {
    const { parent } = aPart(['Firing'])
    rewriteAll(parent)
    // As React does where an element has nothing but words.
    const only = parent.childNodes.length === 1 ? parent.childNodes[0] : undefined
    if (only?.nodeType === 3) only.nodeValue = 'Vacation'
    else parent.textContent = 'Vacation'
    expect(parent.textContent).toBe('Vacation')
    expect(parent.childNodes).toHaveLength(1)
  })

  test('is as React means it after any changes', () => {
    const change = fc.record({
      what: fc.constantFrom('say', 'insert', 'remove', 'move', 'rewrite'),
      at: fc.nat(7),
      to: fc.nat(7),
      words: fc.constantFrom('one', 'two', 'three', null),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), (all) => {
        const { parent, own } = aPart(['a', null, 'b', 'c'])
        for (const { what, at, to, words } of all) {
          const node = own[at % Math.max(1, own.length)]
          if (what === 'rewrite') {
            rewriteAll(parent)
            continue
          }
          if (what === 'insert') {
            const made = words === null ? new SmallNode('I') : aText(words)
            parent.insertBefore(made, node ?? null)
            own.splice(node ? own.indexOf(node) : 0, 0, made)
          } else if (node && what === 'say' && node.nodeType === 3) node.nodeValue = words ?? 'none'
          else if (node && what === 'remove') parent.removeChild(own.splice(own.indexOf(node), 1)[0] ?? node)
          else if (node && what === 'move') {
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

test('what others only put beside our words stays', () => {
  const { parent, own } = aPart(['Password', null])
  const theirs = new SmallNode('BUTTON')
  beside.insert(parent, theirs, null)
  settle()
  if (own[0]) own[0].nodeValue = 'New password'
  expect(parent.childNodes).toEqual([...own, theirs])
})

test('a script in the page’s own world is known by its fonts', () => {
  const { parent, own } = aPart(['3', ' drivers'])
  const [first] = own
  if (!first) throw new Error('no text')
  const font = new SmallNode('FONT')
  font.textContent = 'TRES'
  parent.insertBefore(font, first)
  parent.removeChild(first)
  expect(parent.textContent).toBe('TRES drivers')
  first.nodeValue = '4'
  expect(parent.textContent).toBe('4 drivers')
})
