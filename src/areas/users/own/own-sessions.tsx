import { Button } from '@mantine/core'
import { useState } from 'react'
import { countOf } from '#src/format/numbers.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import { endOtherSessions, endOwnSession, ownSessions } from '../user-queries.ts'
import { SessionList } from './session-list.tsx'
import { useAct } from './use-act.ts'

/** The user's own sessions, with buttons that end them remotely. */
export function OwnSessions() {
  const reading = useReading(ownSessions.options)
  const count = reading.known?.data.count ?? 0
  return (
    <SessionList
      id="own-sessions"
      title="Where you are signed in"
      reading={reading}
      nothing="Nowhere else."
      onEnd={({ id }) => endOwnSession(id)}
    >
      {count > 2 ? <EndOthers count={count - 1} /> : null}
    </SessionList>
  )
}

function EndOthers({ count }: { readonly count: number }) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useAct(endOtherSessions, 'You are signed in on this device alone.')
  return (
    <>
      <Button variant="default" loading={isBusy} onClick={() => setIsAsking(true)}>
        End all others
      </Button>
      {isAsking ? (
        <Question
          title="End all others"
          confirm={`End ${countOf(count, 'sign-in')}`}
          onConfirm={run}
          onClose={() => setIsAsking(false)}
        >
          <p>
            You stay signed in on this device alone. What waits on another device is kept there for your next sign-in.
          </p>
        </Question>
      ) : null}
    </>
  )
}
