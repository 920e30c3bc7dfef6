import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeKey, plateKey, scientificMatcher } from '#contract/text/code-keys.ts'
import { nameKey } from '#contract/text/name-keys.ts'

describe('a number or a plate', () => {
  test.each([
    ['007002410300', '7002410300'],
    ['#1031', '1031'],
    ['# 1031', '01031'],
    ['1031.0', '1031'],
    ['Truck 1031', '1031'],
    ['UNIT #1031', '1031'],
    ['Unit No. 01031', '1031'],
    ['vehicle: TL-9', 'TL9'],
    ['Trailer 205', 'trailer205'],
    ['1031.00', '001031'],
    ['P48-2100', 'p482100'],
    ['P48•2100', 'P48/2100'],
    ['1.031E+03', '1031'],
    ['7.002410301E+09', '7002410301'],
  ])('in the spelling %s equals %s', (one, other) => expect(codeKey(one)).toBe(codeKey(other)))

  test.each(['TX P482100', 'P482100 TX', 'tx-P48 2100', 'P482100 (TX)', 'IL/P482100'])(
    'in the spelling %s equals P482100',
    (plate) => expect(plateKey(plate)).toBe(plateKey('P482100')),
  )

  test('keeps parts that only look like a state, a decimal or a label', () => {
    expect(plateKey('TX1234')).toBe('tx1234')
    expect(plateKey('CA ROSE')).toBe('carose')
    expect(codeKey('10.50')).toBe('1050')
    expect(codeKey('0')).toBe('0')
    expect(codeKey('12')).not.toBe(codeKey('120'))
    expect(codeKey('TRUCK12')).toBe('truck12')
    expect(codeKey('Truck stop')).toBe('truckstop')
    expect(codeKey('Unit ')).toBe('unit')
  })

  const mayStandFor = (spelled: string, code: string) => scientificMatcher(spelled)?.(codeKey(code))
  test('in scientific notation matches several codes by its first digits, and equals none of them', () => {
    expect(mayStandFor('7.00E+09', '007002410300')).toBe(true)
    expect(mayStandFor('7.00E+09', '7004910300')).toBe(true)
    expect(mayStandFor('7.00E+09', '7005910300')).toBe(false)
    expect(mayStandFor('7.00E+09', '700241030')).toBe(false)
    expect(scientificMatcher('1031')).toBeNull()
    expect(codeKey('7.00E+09')).not.toBe(codeKey('7002410300'))
  })

  test('equals itself with leading zeros, with a mark, or after a spreadsheet reformatted it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.nat(4), (number, zeros) => {
        const key = codeKey(`${number}`)
        for (const spelled of [`${'0'.repeat(zeros)}${number}`, `#${number}`, `${number}.0`, ` ${number} `])
          expect(codeKey(spelled)).toBe(key)
      }),
    )
  })
})

describe('a name', () => {
  test.each([
    ['JOSE NUNEZ', 'José Núñez'],
    ['NUNEZ, JOSE', 'José Núñez'],
    ['OBRIEN, SEAN', 'Sean O’Brien'],
    ["SEAN O'BRIEN", 'Sean O’Brien'],
    ['ONEILL, PATRICK', 'Patrick O’Neill'],
    ['LUKASZ WOJCIK', 'Łukasz Wójcik'],
    ['DELACRUZ, MARIA', 'Maria de la Cruz'],
    ['MULLER-LUDENSCHEIDT, A', 'A Müller Lüdenscheidt'],
  ])('in the spelling %s equals %s', (one, other) => expect(nameKey(one).name).toBe(nameKey(other).name))

  test.each(['Robert Smith Jr.', 'SMITH JR, ROBERT', 'SMITH, ROBERT, JR.', 'Smith, Robert Jr', 'ROBERT SMITH JUNIOR'])(
    '%s has its suffix separated',
    (text) => expect(nameKey(text)).toMatchObject({ name: 'robertsmith', suffix: 'jr' }),
  )

  test('keeps a suffix that is a whole part of the name', () => {
    expect(nameKey('Sr Maria')).toMatchObject({ suffix: '' })
    expect(nameKey('')).toEqual({ name: '', suffix: '', parts: '' })
  })
})
