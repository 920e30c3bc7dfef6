import { expect, test } from 'vitest'
import { cleanedValues } from '#src/form/frame/cleaned-values.ts'

test('a form saves no invisible characters, except in secrets', () => {
  const photo = new Map([['a', ' b\u200b']])
  const typed = {
    first_name: ' Ann\u200ba ',
    password: ' se\u00adcret ',
    year: 2019,
    none: null,
    defects: [{ description: 'worn\u00a0tire\nleft' }],
    driver: { gomotive_id: '\ufeff12' },
    photo,
  }
  expect(cleanedValues(typed)).toEqual({
    first_name: 'Anna',
    password: ' se\u00adcret ',
    year: 2019,
    none: null,
    defects: [{ description: 'worn tire\nleft' }],
    driver: { gomotive_id: '12' },
    photo,
  })
})
