import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { optionalPart } from '#src/app/optional-part.ts'
import { progressShare } from '#src/app/ready/readiness.ts'
import { ReadyParts } from '#src/app/ready/ready-parts.tsx'
import { deviceNow } from '#src/browser/company-clock.ts'
import { sizeWords } from '#src/format/numbers.ts'
import { LOCK_AFTER_MS, lastContactAt } from '#src/offline/boot-state.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { isMetered } from '#src/offline/metered.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { leftToday } from '#src/offline/prefetch/mobile-budget.ts'
import { setPrefetchOn, usePrefetchOn } from '#src/offline/prefetch/prefetch-choice.ts'
import { cancelPrefetch, fetchPrefetchSet } from '#src/offline/prefetch/prefetch-schedule.ts'
import { usePrefetchState } from '#src/offline/prefetch/prefetch-state.ts'
import { MAX_STORED_BYTES } from '#src/offline/query-storage/query-store.ts'
import { readStorageLife, UNVISITED_WORDS, useStorageLife } from '#src/offline/query-storage/storage-life.ts'
import { useStorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { wasRoomMade } from '#src/offline/space/room-made.ts'
import { useSession } from '#src/session/session.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import classes from './device-page.module.css'
import { progressWords, TROUBLE_WORDS } from './device-words.ts'
import { MobileBudgetField } from './mobile-budget-field.tsx'
import { SavedLine } from './saved-line.tsx'
import { incompleteWords } from './stored-data-words.ts'
import { YardModeChoice } from './yard-mode-choice.tsx'

// Few devices can install the app now.
const InstallCard = optionalPart(() => import('#src/app/install/install-card.tsx').then((module) => module.InstallCard))

const LOCK_AFTER_DAYS = LOCK_AFTER_MS / (24 * 60 * 60_000)

/** The page "This device": what it stores for the user, how old that is, and what it prefetches. */
export function DevicePage() {
  const { user } = useSession()
  // Updates the state, and fetches what is due.
  useEffect(() => void fetchPrefetchSet().catch(toastFailure), [])
  useEffect(() => void readStorageLife(), [])
  if (user === null) return null
  return (
    <div className={classes.page}>
      <PageTitle title="This device" note={`${user.first_name} ${user.last_name}, ID ${user.id}`} />
      <ForOffline userId={user.id} />
      <YardModeChoice />
      <Facts />
      <InstallCard />
      <p className={classes.more}>
        Something does not work as it should? <Link to="/diagnostics">Diagnostics</Link>
      </p>
    </div>
  )
}

function ForOffline({ userId }: { readonly userId: number }) {
  const prefetch = usePrefetchState()
  const { online } = useOnline()
  const isAhead = usePrefetchOn(userId)
  const trouble = useStorageTrouble()
  const words = incompleteWords({
    prefetch,
    isOnline: online,
    isMetered: isMetered(),
    isFetchedAhead: isAhead,
    isBudgetUsed: leftToday(userId) <= 0,
    wasRoomMade: wasRoomMade(String(userId), deviceNow()),
  })
  const change = (is: boolean) => {
    setPrefetchOn(userId, is)
    if (is) fetchPrefetchSet().catch(toastFailure)
    else cancelPrefetch()
  }
  return (
    <section className={classes.card} aria-labelledby="for-offline">
      <h2 id="for-offline">Offline use</h2>
      <p>Haulyard downloads everything you need for this week and next, so it works in dead zones.</p>
      {trouble ? <p className={classes.trouble}>{TROUBLE_WORDS[trouble]}</p> : null}
      <ReadyParts />
      {prefetch.total > 0 ? (
        <div className={classes.progress}>
          <progress value={progressShare(prefetch)} aria-label="Saving for offline" />
          <span>{progressWords(prefetch)}</span>
        </div>
      ) : (
        <p role="status" className={classes.saved}>
          <SavedLine />
        </p>
      )}
      {words ? <p className={classes.hint}>{words}</p> : null}
      <div className={classes.actions}>
        <Button disabled={!online} onClick={() => void fetchPrefetchSet('all').catch(toastFailure)}>
          Save for offline now
        </Button>
        <label className={classes.choice}>
          <input type="checkbox" checked={isAhead} onChange={(event) => change(event.currentTarget.checked)} />
          Keep this device ready by itself
        </label>
        {/* Never in the place of the other button: a pass also begins on its own, under a finger. */}
        {prefetch.total > 0 ? (
          <Button variant="default" onClick={cancelPrefetch}>
            Cancel
          </Button>
        ) : null}
      </div>
      <MobileBudgetField userId={userId} />
    </section>
  )
}

function Facts() {
  const { size } = usePrefetchState()
  const { waiting, needsAttention } = useOutbox()
  const life = useStorageLife()
  const unsent = waiting + needsAttention
  return (
    <section className={classes.card} aria-labelledby="kept">
      <h2 id="kept">Saved data</h2>
      <dl className={classes.facts}>
        <dt>Lists and records</dt>
        <dd>{size === null ? 'not looked at yet' : `${sizeWords(size)} of at most ${sizeWords(MAX_STORED_BYTES)}`}</dd>
        <dt>Changes not sent yet</dt>
        <dd>{unsent === 0 ? 'none' : <Link to="/outbox">{unsent}</Link>}</dd>
        <dt>Last contact with server</dt>
        <dd>
          <AgeLabel at={lastContactAt()} />
        </dd>
      </dl>
      <p className={classes.hint}>
        Saved data locks after {LOCK_AFTER_DAYS} days offline, until you sign in again, and is removed when you log out.
        Changes that are not sent yet stay
        {life === 'for_good' ? '' : ', as long as the browser keeps them'}, and nobody else can open or send them.
      </p>
      {life === 'while_visited' ? (
        <p className={classes.hint}>
          {UNVISITED_WORDS} An app on the Home Screen or in the Dock has no such limit. Its data is apart from that of
          this browser: let changes that wait here be sent first.
        </p>
      ) : null}
    </section>
  )
}
