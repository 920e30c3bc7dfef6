import { IconAlertTriangle, IconCloudOff, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { HEALTH_PATH } from '#src/api/probe.ts'
import { optionalPart } from '#src/app/optional-part.ts'
import { clockLag, onClockChange } from '#src/browser/company-clock.ts'
import { momentWords } from '#src/format/age.ts'
import { countOf } from '#src/format/numbers.ts'
import { lastContactAt } from '#src/offline/boot-state.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { useStorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { useNow } from '#src/ui/use-now.ts'
import { useUnpressed } from '#src/ui/use-unpressed.ts'
import classes from './banner.module.css'

// Few devices need these. If one can't be loaded now, the page "This device" shows the same message.
const WrongClock = optionalPart(() => import('#src/app/device/wrong-clock.tsx').then((module) => module.WrongClock))
const StorageTroubleBanner = optionalPart(() =>
  import('./storage-trouble-banner.tsx').then((module) => module.StorageTroubleBanner),
)

const waitWords = (waiting: number) => `${countOf(waiting, 'change')} ${waiting === 1 ? 'waits' : 'wait'}`

/** The worker leaves this address to the network, so the portal answers with its page. */
const PortalWords = () => (
  <>
    {' '}
    This Wi-Fi may need you to sign in.{' '}
    <a href={HEALTH_PATH} target="_blank" rel="noopener noreferrer">
      Open its page
    </a>
  </>
)

/** One line under the bar when the server can't be reached or changes wait; nothing when all is well. */
export function OfflineBanner() {
  const { online, since, wasReached, isPortal } = useUnpressed(useOnline())
  const { waiting, needsAttention, state } = useUnpressed(useOutbox())
  const now = useNow()
  // A device without space keeps nothing new, and says so itself.
  const trouble = useUnpressed(useStorageTrouble())
  const keepsInput = trouble === null || trouble === 'forgetful'
  const isWrong = useSyncExternalStore(onClockChange, clockLag) !== 0
  return (
    <div role="status">
      {online ? null : (
        <p className={classes.banner} data-tone="offline">
          <IconCloudOff size={18} stroke={1.75} aria-hidden />
          <span>
            Offline since {momentWords(wasReached ? since : (lastContactAt() ?? since), now)}.{' '}
            {keepsInput ? 'Keep working: changes are saved on this device. ' : null}
            {waiting > 0 ? <Link to="/outbox">{waitWords(waiting)} to be sent</Link> : null}
            {isPortal ? <PortalWords /> : null}
          </span>
        </p>
      )}
      {online && state === 'sign_in' ? (
        <p className={classes.banner} data-tone="attention">
          <IconLock size={18} stroke={1.75} aria-hidden />
          <span>
            {waitWords(waiting)} for you to sign in again. <Link to="/login">Sign in</Link>
          </span>
        </p>
      ) : null}
      {needsAttention > 0 ? (
        <p className={classes.banner} data-tone="attention">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <span>
            {countOf(needsAttention, 'change')} {needsAttention === 1 ? 'needs' : 'need'} your attention.{' '}
            <Link to="/outbox">Review</Link>
          </span>
        </p>
      ) : null}
      {trouble === null ? null : <StorageTroubleBanner />}
      {isWrong ? <WrongClock /> : null}
    </div>
  )
}
