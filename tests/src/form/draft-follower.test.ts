import { expect, test } from 'vitest'
import { draftFollower } from '#src/form/frame/use-form-draft.ts'

/** What is on the device after a form has held these values, one after the other; it began with "Aaron". */
function following() {
  const follower = draftFollower<string>()
  const done: string[] = []
  const on = {
    storeInput: (value: string) => void done.push(`keep ${value}`),
    drop: async () => void done.push('drop'),
  }
  const type = (value: string) => follower.follow(value !== 'Aaron', () => value, on)
  return { done, type, putBack: follower.putBack }
}

test('what is typed is kept, and dropped once it is taken back', () => {
  const { done, type } = following()
  for (const value of ['Aaron', 'Aaronx', 'Aaron', 'Aaron', 'Aarony']) type(value)
  expect(done).toEqual(['keep Aaronx', 'drop', 'keep Aarony'])
})

test('what was put back is dropped too, when the form says no more with it than without', () => {
  const { done, type, putBack } = following()
  type('Aaron')
  putBack()
  type('Aaron')
  expect(done).toEqual(['drop'])
})
