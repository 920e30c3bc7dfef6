import { describe, expect, it } from 'vitest'
import { doneWords, sentWords } from '#src/form/frame/result-words.ts'

const report = { record: 'Truck 1042 · PM A of 11/21/26', change: 'New inspection: PM A, 1 photo' }

describe('the words for a change that the server has', () => {
  it('name the record after the text of the specification, once for all its changes', () => {
    expect(doneWords('Successfully updated', [report])).toBe('Successfully updated: Truck 1042 · PM A of 11/21/26')
    const photo = { record: 'Truck 1042', change: 'New photo' }
    expect(doneWords('Successfully updated', [{ record: 'Truck 1042', change: 'Year: 2021' }, photo])).toBe(
      'Successfully updated: Truck 1042',
    )
  })

  it('stay as they are when they name the record', () => {
    const words = [{ record: 'Ann Lee', change: 'Sign out everywhere' }]
    expect(doneWords('Ann Lee is signed out everywhere.', words)).toBe('Ann Lee is signed out everywhere.')
  })

  it('tell the change too when it was sent later, but not a whole long comment', () => {
    expect(sentWords('Successfully updated', [report])).toBe(
      'Sent. Successfully updated: Truck 1042 · PM A of 11/21/26. New inspection: PM A, 1 photo',
    )
    const comment = { record: 'Truck 1042', change: `Comment: ${'new brakes '.repeat(20)}` }
    expect(sentWords('New comment added', [comment])).toMatch(
      /^Sent\. New comment added: Truck 1042\. Comment: .{70}…$/,
    )
  })
})
