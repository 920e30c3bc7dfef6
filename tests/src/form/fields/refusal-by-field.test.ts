import { describe, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { refusalAt, refusalOf, refusalText } from '#src/form/fields/refusal-by-field.ts'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'

const refused = (problem: unknown, status = 400) => new ApiError('status', { status, problem })

const typed: Readonly<Record<string, unknown>> = { email: 'ruth@yard.example', 'driver.gomotive_id': 7 }
const onScreen = new Set(Object.keys(typed))
const refusalHere = (error: Error) => refusalOf(error, onScreen, (name) => typed[name])

describe('a form that gets a failure', () => {
  test('shows each message of a 400 at its field, nested fields by their dotted path', () => {
    const refusal = refusalHere(refused({ email: ['Taken.'], driver: { gomotive_id: ['Unknown.', 'Too small.'] } }))
    expect(refusalAt(refusal, 'email', 'ruth@yard.example')).toBe('Taken.')
    expect(refusalAt(refusal, 'driver.gomotive_id', 7)).toBe('Unknown., Too small.')
    expect(refusal.beside).toBe('')
  })

  test('shows messages for no field on screen separately, one per line, and none twice', () => {
    const refusal = refusalHere(
      refused({ email: ['Taken.'], non_field_errors: ['They differ.'], dispatcher: { status: ['Required.'] } }),
    )
    expect(Object.keys(refusal.atFields)).toEqual(['email'])
    expect(refusal.beside).toBe('They differ.\nRequired.')
  })

  test('does not treat the current holder of a unit as a message', () => {
    const held_by = { id: 9, first_name: 'Maria', last_name: 'Lopez' }
    const error = refused({ email: ['Taken.'], held_by })
    expect(refusalHere(error).beside).toBe('')
    expect([refusalText(error), error.message]).toEqual(['Taken.', 'Taken.'])
  })

  test('shows a message only while its field has the refused value', () => {
    const refusal = refusalHere(refused({ email: ['Taken.'] }))
    expect(refusalAt(refusal, 'email', 'ruth@yard.exampl')).toBeNull()
    expect(refusalAt(refusal, 'email', 'ruth@yard.example')).toBe('Taken.')
    expect(refusalAt(refusal, 'phone', 'ruth@yard.example')).toBeNull()
  })

  test('shows any other failure with its own message', () => {
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

  test('says of a full disk that freeing space helps, and of no other reason', () => {
    const full = new NotSaved('No space is left.', { isFull: true })
    expect(refusalHere(full)).toEqual({ atFields: {}, beside: 'No space is left.', isFull: true })
    expect(refusalHere(new NotSaved('Sign in first.'))).toEqual({ atFields: {}, beside: 'Sign in first.' })
  })

  test('puts the messages of all fields into a toast, one per line', () => {
    const error = refused({ token: ['Used.'], new_password: ['Short.', 'Common.'], driver: { gomotive_id: ['Odd.'] } })
    expect(refusalText(error)).toBe('Used.\nShort., Common.\nOdd.')
  })
})
