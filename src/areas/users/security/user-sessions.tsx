import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { User } from '#contract/people/users.ts'
import { fullName } from '#contract/wire/people.ts'
import { SessionList } from '#src/areas/users/own/session-list.tsx'
import { KEPT_THERE } from '#src/areas/users/own/session-words.ts'
import { submitAndWait, unwatched } from '#src/form/frame/submit-and-wait.ts'
import { toastResult } from '#src/form/frame/toast-result.ts'
import { newChange } from '#src/offline/command.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { endUserSession, userSessions } from './user-session-queries.ts'

/** The sessions of another user, with buttons that end them. */
export function UserSessions({ user }: { readonly user: User }) {
  const reading = useReading(useMemo(() => userSessions(user.id).options, [user.id]))
  return (
    <SessionList
      id="user-sessions"
      title={`Where ${user.first_name} is signed in`}
      reading={reading}
      nothing="Nowhere."
      onEnd={({ id }) => endUserSession(user.id, id)}
    >
      <EndAll user={user} />
    </SessionList>
  )
}

async function endAll({ id, client_id, first_name, last_name }: User): Promise<void> {
  const input = { user: { id, client_id, first_name, last_name } }
  const making = import('./end-sessions-commands.ts').then(({ endSessions }) => [newChange(endSessions, input, null)])
  const submitted = await submitAndWait(making, unwatched())
  toastResult(submitted, 'Signed out everywhere')
}

function EndAll({ user }: { readonly user: User }) {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { online } = useOnline()
  const run = () => {
    setIsBusy(true)
    void endAll(user)
      .catch(toastFailure)
      .finally(() => setIsBusy(false))
  }
  return (
    <>
      <Button variant="default" loading={isBusy} onClick={() => setIsAsking(true)}>
        Sign out everywhere
      </Button>
      {isAsking ? (
        <Question
          title={`Sign ${fullName(user)} out everywhere`}
          confirm="Sign out everywhere"
          isDanger
          onConfirm={run}
          onClose={() => setIsAsking(false)}
        >
          <p>
            Every sign-in of {fullName(user)} ends at once. The password stays good: to keep {user.first_name} out, make
            the account inactive instead.
          </p>
          <p>{KEPT_THERE}</p>
          {online ? null : <p>There is no network: it waits in the Outbox until it can be sent.</p>}
        </Question>
      ) : null}
    </>
  )
}
