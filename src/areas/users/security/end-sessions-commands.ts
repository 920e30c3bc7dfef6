import * as z from 'zod/mini'
import { userKind } from '#contract/people/users.ts'
import { userSessionEndpoints } from '#contract/session/user-sessions.ts'
import { fullName } from '#contract/wire/people.ts'
import { seenUser } from '#src/areas/users/changes/user-record.ts'
import { type Command, command, patched, rowKey } from '#src/offline/command.ts'

/** The user whose sessions end, as the administrator saw them. */
const endInput = z.object({ user: z.pick(seenUser, { id: true, client_id: true, first_name: true, last_name: true }) })

/** Ends all sessions that a user has when the change reaches the server. It can't be undone. */
export const endSessions: Command<z.output<typeof endInput>> = command({
  name: 'users.endSessions',
  version: 1,
  endpoint: userSessionEndpoints.endOfUser,
  input: endInput,
  request: ({ user }) => ({ params: { id: user.id } }),
  touches: ({ user }) => [rowKey(userKind, user)],
  merge: (_, later) => later,
  // The row does not change; the effect only adds the mark of a waiting change.
  effects: ({ user }) => [patched(userKind, userKind.keyOf(user), (row) => row)],
  describe: ({ user }) => ({ record: fullName(user), change: 'Sign out everywhere' }),
  versions: () => [],
  areas: ['sessions', 'security'],
})
