import { describe, expect, test } from 'vitest'
import { hasText, hiddenHits, hitRanges, hitTexts } from '#contract/text/hits.ts'
import { searchWords } from '#contract/text/search.ts'

const TEXTS = [
  { title: 'number', text: 'TL-1048', isCode: true },
  { title: 'VIN', text: '1FUJGLDR8PL104806' },
  { title: 'plate', text: 'P 482 193', isCode: true },
  { title: 'model', text: 'Škoda Ünit' },
]
const titles = (texts: readonly { readonly title: string }[]) => texts.map(({ title }) => title)
const marked = (text: string, find: string) =>
  hitRanges(text, searchWords(find)).map(([start, end]) => text.slice(start, end))

describe('the texts that a search found', () => {
  test('are those with one of its words', () => {
    expect(titles(hitTexts(TEXTS, searchWords('1048')))).toEqual(['number', 'VIN'])
    expect(titles(hitTexts(TEXTS, searchWords('p482193 skoda')))).toEqual(['plate', 'model'])
    expect([hasText(TEXTS, searchWords('tl1048 unit')), hasText(TEXTS, ['tl1048', 'volvo'])]).toEqual([true, false])
  })

  test('explain a match only if no shown text has the word', () => {
    const isShown = ({ title }: { readonly title: string }) => title !== 'VIN'
    expect(hiddenHits(TEXTS, searchWords('1048'), isShown)).toEqual([])
    expect(titles(hiddenHits(TEXTS, searchWords('104806 skoda'), isShown))).toEqual(['VIN'])
    expect(hiddenHits(TEXTS, searchWords('volvo'), isShown)).toEqual([])
  })
})

describe('the marked parts of a text', () => {
  test('ignore separators, capitals and accents', () => {
    expect(marked('TL-1048', 'tl1048')).toEqual(['TL-1048'])
    expect(marked('TL-1048', '1048')).toEqual(['1048'])
    expect(marked('P 482-193', 'p482.193')).toEqual(['P 482-193'])
    expect(marked('P482193', 'p 482 193')).toEqual(['P482193'])
    expect(marked('Škoda Ünit', 'unit SKODA')).toEqual(['Škoda', 'Ünit'])
    expect(marked('straße', 'strasse')).toEqual(['straße'])
  })

  test('do not overlap, and are empty for other searches', () => {
    expect(marked('1010', '10 0')).toEqual(['1010'])
    expect(marked('ananas', 'ana nan')).toEqual(['anan'])
    expect([marked('1048', ''), marked('', '1048'), marked('1048', '2')]).toEqual([[], [], []])
  })
})
