import { expect, test } from 'vitest'
import { draftFollower } from '#src/form/frame/use-stored-draft.ts'

/** Records what a form stores on the device as its value changes. The initial value is "Aaron". */
function followedForm() {
  const follower = draftFollower<string>()
  const actions: string[] = []
  const on = {
    storeInput: (value: string) => void actions.push(`keep ${value}`),
    drop: async () => void actions.push('drop'),
  }
  const type = (value: string) => follower.follow(value !== 'Aaron', () => value, on)
  return { actions, type, putBack: follower.putBack }
}

test('typed input is stored as a draft, and the draft is deleted when the input is reverted', () => {
  const { actions, type } = followedForm()
  for (const value of ['Aaron', 'Aaronx', 'Aaron', 'Aaron', 'Aarony']) type(value)
  expect(actions).toEqual(['keep Aaronx', 'drop', 'keep Aarony'])
})

test('a restored draft is deleted too when it adds nothing to the form', () => {
  const { actions, type, putBack } = followedForm()
  type('Aaron')
  putBack()
  type('Aaron')
  expect(actions).toEqual(['drop'])
})
