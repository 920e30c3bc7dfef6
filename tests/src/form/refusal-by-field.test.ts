import { describe, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { refusalAt, refusalOf, refusalText } from '#src/form/fields/refusal-by-field.ts'

const refused = (problem: unknown, status = 400) => new ApiError('status', { status, problem })

const typed: Readonly<Record<string, unknown>> = { email: 'ruth@yard.example', 'driver.gomotive_id': 7 }
const onScreen = new Set(Object.keys(typed))
const refusalHere = (error: Error) => refusalOf(error, onScreen, (name) => typed[name])

describe('what a form does with a failure', () => {
  test('each message of a 400 stands at its field, nested ones by their dotted path', () => {
    const refusal = refusalHere(refused({ email: ['Taken.'], driver: { gomotive_id: ['Unknown.', 'Too small.'] } }))
    expect(refusalAt(refusal, 'email', 'ruth@yard.example')).toBe('Taken.')
    expect(refusalAt(refusal, 'driver.gomotive_id', 7)).toBe('Unknown., Too small.')
    expect(refusal.beside).toBe('')
  })

  test('what is about no field on screen is said beside, one per line, and nothing is said twice', () => {
    const refusal = refusalHere(
      refused({ email: ['Taken.'], non_field_errors: ['They differ.'], dispatcher: { status: ['Required.'] } }),
    )
    expect(Object.keys(refusal.atFields)).toEqual(['email'])
    expect(refusal.beside).toBe('They differ.\nRequired.')
  })

  test('who has a unit is no message', () => {
    const held_by = { id: 9, first_name: 'Maria', last_name: 'Lopez' }
    const error = refused({ email: ['Taken.'], held_by })
    expect(refusalHere(error).beside).toBe('')
    expect([refusalText(error), error.message]).toEqual(['Taken.', 'Taken.'])
  })

  test('a message stands as long as the value that it is about', () => {
    const refusal = refusalHere(refused({ email: ['Taken.'] }))
    expect(refusalAt(refusal, 'email', 'ruth@yard.exampl')).toBeNull()
    expect(refusalAt(refusal, 'email', 'ruth@yard.example')).toBe('Taken.')
    expect(refusalAt(refusal, 'phone', 'ruth@yard.example')).toBeNull()
  })

  test('any other failure is said in its own words', () => {
    for (const error of [
      refused({ detail: 'No active account found with the given credentials' }, 401),
      refused({ detail: 'Malformed.' }),
      refused({ email: ['Too many of them.'] }, 429),
      refused({}),
      refused(null),
      new ApiError('network'),
      new Error('The device has no room left.'),
    ]) {
      expect(refusalHere(error)).toEqual({ atFields: {}, beside: error.message })
      expect(refusalText(error)).toBe(error.message)
    }
  })

  test('a toast says what the answer says of all fields, one per line', () => {
    const error = refused({ token: ['Used.'], new_password: ['Short.', 'Common.'], driver: { gomotive_id: ['Odd.'] } })
    expect(refusalText(error)).toBe('Used.\nShort., Common.\nOdd.')
  })
})
