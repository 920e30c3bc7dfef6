import { expect, test } from 'vitest'
import { FIELD_RULES } from '#contract/text/typed-fields.ts'
import { named } from '#src/form/fields/bound-field.ts'

test('the message of an empty field names the field; other messages stay as they are', () => {
  expect(named(FIELD_RULES.required, 'Location')).toBe('Please fill out this field: Location')
  expect(named(FIELD_RULES.email, 'Email')).toBe(FIELD_RULES.email)
  expect(named(null, 'Email')).toBeNull()
})
