import * as z from 'zod/mini'
import { userChanges } from '#contract/people/user-changes.ts'
import { user, userKind } from '#contract/people/users.ts'
import { currentUser } from '#contract/wire/current-user.ts'
import { fullName } from '#contract/wire/people.ts'
import { type Command, command, patched, rowKey } from '#src/offline/command.ts'
import { seenUser, userRecord } from './user-record.ts'

/** `was` is the signed-in user as seen: users can only change their own digest. */
const digestInput = z.object({ was: seenUser, to: z.boolean() })
type DigestInput = z.output<typeof digestInput>

const keyOf = ({ was }: DigestInput) => rowKey(userKind, was)
const words = (value: unknown) => (value === true ? 'On' : 'Off')

/** Switches the user's own morning digest on or off. */
export const switchDigest: Command<DigestInput> = command({
  name: 'users.switchDigest',
  version: 1,
  endpoint: userChanges.updateMe,
  input: digestInput,
  request: ({ to }) => ({ body: { wants_digest: to } }),
  touches: (input) => [keyOf(input)],
  effects: ({ was, to }) => [
    patched(userKind, userKind.keyOf(was), (row) => ('role' in row ? { ...row, wants_digest: to } : row), was),
  ],
  merge: ({ was }, { to }) => ({ was, to }),
  inverse: ({ was, to }) => [
    {
      command: switchDigest,
      input: { was: { ...was, wants_digest: to }, to: !to },
      seenVersion: userRecord.seenVersionOf(was),
    },
  ],
  fields: (input) => [
    {
      names: ['wants_digest'],
      title: 'Morning digest by email',
      as: { is: 'unchangeable' },
      was: input.was.wants_digest ?? false,
      yours: input.to,
      words,
      with: (value) => ({ ...input, to: value === true }),
      without: () => null,
    },
  ],
  rebase: (input, current) => ({ ...input, was: user.safeParse(current).data ?? input.was }),
  describe: ({ was, to }) => ({ record: fullName(was), change: `Morning digest by email: ${words(to)}` }),
  versions: (reply, input) => {
    const now = currentUser.safeParse(reply)
    return now.success ? [{ key: keyOf(input), version: now.data.version }] : []
  },
  areas: ['users'],
})
