import { describe, expect, test } from 'vitest'
import { unitOfUrl, unitUrl } from '#src/lookups/unit-url.ts'

describe('the URL of a unit’s page', () => {
  test.each(['1042', 'TL 10.5_B', '6b1f0c1e-5a52-4b7e-9d0e-0e9a5e0a7b11'])('is read back: %s', (id) => {
    const url = unitUrl({ kind: 'trailer', id }, 'https://yard.example')
    expect(unitOfUrl(url)).toEqual({ kind: 'trailer', id })
    expect(unitOfUrl(` ${url}/ `)).toEqual({ kind: 'trailer', id })
  })

  test.each([
    '1042',
    'https://yard.example/units/bus/7',
    'https://yard.example/units/truck/',
    '/units/truck/%E0%A4',
    '',
  ])('is not read from other texts: %s', (text) => expect(unitOfUrl(text)).toBeNull())
})
