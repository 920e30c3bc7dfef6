import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded, glued } from '#contract/text/folded.ts'
import { hasWords, searchWords } from '#contract/text/search.ts'

const finds = (search: string, text: string) => hasWords(folded(text), searchWords(search))

test.each([
  ["O'Brien", 'Sean O’Brien'],
  ['OBRIEN', 'Sean O‘Brien'],
  ['O´Brien', 'Sean OʼBrien'],
  ['O`Brien', "Sean O'Brien"],
  ['nunez', 'José Núñez'],
  ['nunez', 'José Núñez'.normalize('NFD')],
  ['Núñez'.normalize('NFD'), 'José Núñez'],
  ['lukasz wojcik', 'Łukasz Wójcik'],
  ['ŁUKASZ', 'Lukasz Wojcik'],
  ['soren', 'Søren Strøm'],
  ['dorde', 'Đorđe Petrović'],
  ['isik', 'Işık'],
  ['strasse', 'Straße'],
  ['ГРИГОРИЙ', 'григорий'],
  ['ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς'],
  ['smith jr', 'Robert Smith, Jr.'],
  ['P48-2100', 'P482100'],
  ['#1001', 'Truck 1001'],
  ['1001.0', 'Truck 1001'],
  ['0012', 'Truck 12'],
  ['12', 'Truck 0012'],
  ['773-555-0148', '7735550148'],
  ['+1 (773) 555-0148', '(773) 555-0148'],
  ['1-773-555-0148', '7735550148'],
])('%s finds %s', (search, text) => expect(finds(search, text)).toBe(true))

test('another name, number or plate is not found', () => {
  expect(finds('obrian', 'Sean O’Brien')).toBe(false)
  expect(finds('1002', 'Truck 1001')).toBe(false)
  expect(finds('"12"', 'Truck 0012')).toBe(false)
})

test('a search of punctuation only is an empty search', () => {
  expect(searchWords('# -- "…" \u200b')).toEqual([])
})

test('folding folded text changes nothing, and letters of other scripts stay', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(folded(folded(text))).toBe(folded(text))
    }),
  )
  expect(folded('李 小龍 שלום 한글')).toBe('李 小龍 שלום 한글'.normalize('NFD'))
})

test('a name folds the same with composed and with decomposed accents', () => {
  const letter = fc.constantFrom(...'aéÑłøđßıçÅžőſ’ -.')
  fc.assert(
    fc.property(fc.array(letter), (letters) => {
      const name = letters.join('')
      expect(folded(name.normalize('NFD'))).toBe(folded(name))
      expect(glued(name.replaceAll(/[’ .-]/g, ''))).toBe(glued(name))
    }),
  )
})
