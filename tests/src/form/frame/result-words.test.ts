import { expect, test } from 'vitest'
import { withRecord } from '#src/form/frame/result-words.ts'

test('the words for a change that the server has name its record once, after the text of the specification', () => {
  expect(withRecord('Successfully updated', 'Truck 1042 · PM A of 11/21/26')).toBe(
    'Successfully updated: Truck 1042 · PM A of 11/21/26',
  )
  expect(withRecord('Ann Lee is signed out everywhere.', 'Ann Lee')).toBe('Ann Lee is signed out everywhere.')
  expect(withRecord('Successfully deleted', '')).toBe('Successfully deleted')
})
