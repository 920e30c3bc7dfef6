import { useEffect, useSyncExternalStore } from 'react'
import { followUploadProgress } from '#src/offline/outbox/show/progress-channel.ts'
import { useSession } from '#src/session/session.ts'
import classes from './sending-line.module.css'
import { sendingLine, watchSending } from './watch-sending.ts'

/**
 * One line at the foot of the bar while changes are being sent, and for a while afterward. It takes no room and no
 * taps: nothing moves when it appears. The Outbox has the details.
 */
export function SendingLine() {
  const userId = useSession().user?.id
  const { is, words, spoken } = useSyncExternalStore(sendingLine.subscribe, sendingLine.get)
  useEffect(() => watchSending(), [])
  useEffect(() => (userId === undefined ? undefined : followUploadProgress(String(userId))), [userId])
  return (
    <div className={classes.place}>
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
      {words === '' ? null : (
        <span className={classes.line} data-is={is} aria-hidden>
          {words}
        </span>
      )}
    </div>
  )
}
