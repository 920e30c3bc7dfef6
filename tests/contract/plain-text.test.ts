import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeCharacter, plainCode, plainLine, plainWords } from '#contract/text/plain-text.ts'
import { nameField, phoneField } from '#contract/text/typed-fields.ts'

describe('a single line of words', () => {
  test.each([
    ['Smith\u200b', 'Smith'],
    ['\ufeffMaria\u00a0Lopez', 'Maria Lopez'],
    ['Mül\u00adler', 'Müller'],
    ['Nun\u0303ez', 'Nuñez'],
    ['\u202eSmith\u202c', 'Smith'],
    ['Smith\r\nJones'.slice(0, 5), 'Smith'],
    ['Mary\u2011Ann', 'Mary-Ann'],
    ['O\u200dBrien\u200c', 'OBrien'],
    ['\u3164', ''],
    ['\u200f\u05dc\u05d5\u05d9', '\u05dc\u05d5\u05d9'],
    ['1\u20600', '10'],
  ])('typed as %j is stored as %j', (typed, kept) => expect(plainLine(typed)).toBe(kept))

  test.each([
    ['a Persian name with a non-joiner', '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627'],
    ['a Hindi word with a joiner', '\u0915\u094d\u200d\u0937'],
    ['a Sinhala word with a joiner', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
    ['a family emoji', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a trucker emoji with a skin tone', '\u{1f468}\u{1f3fd}\u200d\u2708\ufe0f'],
    ['the flag of a region', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['O’Brien', 'O’Brien'],
    ['Nguyễn', 'Nguyễn'],
  ])('keeps %s unchanged', (_, name) => expect(plainLine(name)).toBe(name))
})

describe('a phone number, an e-mail address or a code', () => {
  test.each([
    ['+1 (555) 010\u20112233', '+1 (555) 010-2233'],
    ['+1 (555) 010\u20132233', '+1 (555) 010-2233'],
    ['555\u00a0010\u00a02233', '555 010 2233'],
    ['\u202d+1 555 010 2233\u202c', '+1 555 010 2233'],
    ['\uff15\uff15\uff15 010 2233', '555 010 2233'],
    ['555\u2009010\u20022233', '555 010 2233'],
    ['boss@yard.example\u00a0', 'boss@yard.example'],
    ['boss\u200b@yard.example', 'boss@yard.example'],
    ['P48\u22122100', 'P48-2100'],
  ])('typed as %j is stored as %j', (typed, kept) => expect(plainCode(typed)).toBe(kept))
})

describe('text of several lines', () => {
  test.each([
    ['left\u00a0front\u200b tire\n\tworn', 'left front tire\n\tworn'],
    ['10\u201312 psi', '10\u201312 psi'],
    ['\u05dc\u05d5\u05d9!\u200f ok', '\u05dc\u05d5\u05d9!\u200f ok'],
    ['ok\u200f', 'ok'],
  ])('typed as %j is stored as %j', (typed, kept) => expect(plainWords(typed)).toBe(kept))
})

const odd = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...'aZ9ñ \n\t\u00a0\u00ad\u200b\u200c\u200d\u200e\u202e\u2060\ufeff\ufe0f\u0301\u0639\u06cc\u0915\u094d\u2011',
    ),
    fc.constantFrom('\u{1f468}', '\u{1f3fd}', '\u{1f3f4}', '\u{e0067}', '\u{e007f}', '\u115f', '\u3164'),
    fc.string({ unit: 'grapheme', maxLength: 2 }),
  ),
  { maxLength: 12 },
)

test.each([plainLine, plainWords, plainCode])('cleaning clean text changes nothing (%o)', (clean) => {
  fc.assert(
    fc.property(odd, (signs) => {
      const once = clean(signs.join(''))
      expect(clean(once)).toBe(once)
    }),
    { numRuns: 500 },
  )
})

test('a name keeps no invisible character between Latin letters', () => {
  fc.assert(
    fc.property(fc.constantFrom(...'\u00ad\u200b\u200c\u200d\u200e\u200f\u202d\u2060\ufeff\ufe0f'), (sign) => {
      expect(nameField.parse(`Smi${sign}th`)).toBe('Smith')
    }),
  )
})

test('the message about a character that cannot be removed names it and the word before it', () => {
  const bell = nameField.safeParse('Anna Smith\u0007 Jones')
  expect(bell.error?.issues[0]?.message).toBe(
    'Contains an invisible character (U+0007) after “Smith”. Delete it there.',
  )
  expect(nameField.safeParse('\uf8ffSmith').error?.issues[0]?.message).toContain('(U+F8FF) at the beginning')
  expect(describeCharacter('Smith\u200b', /\u200b/)).toBe('an invisible character (U+200B) after “Smith”')
})

test('an invalid phone number gets the specification’s messages', () => {
  expect(phoneField.safeParse('555.010.2233').error?.issues[0]?.message).toBe('Invalid Number!')
  expect(phoneField.safeParse('\u200b').error?.issues[0]?.message).toBe('Please fill out this field')
})
