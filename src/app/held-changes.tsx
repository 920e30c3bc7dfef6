import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { momentWords } from '#src/format/age.ts'
import { countOf } from '#src/format/numbers.ts'
import { releaseHeld } from '#src/offline/outbox/outbox.ts'
import type { Held } from '#src/offline/outbox/snapshot.ts'
import { useOutbox } from '#src/offline/outbox/use-outbox.ts'
import { Question } from '#src/ui/question.tsx'
import { toastFailure } from '#src/ui/toast.ts'
import { useNow } from '#src/ui/use-now.ts'
import { useUnpressed } from '#src/ui/use-unpressed.ts'
import classes from './banner.module.css'
import { discardHeld } from './discard-all.ts'

const HeldPasswordDialog = lazy(() =>
  import('./held-password-dialog.tsx').then((module) => ({ default: module.HeldPasswordDialog })),
)

/**
 * What was stored on this device before its user signed in: nothing of it is sent until that user has seen that it is there
 * and says so. On every page, for it may be the first one.
 */
export function HeldChanges() {
  const held = useUnpressed(useOutbox().held, null)
  return held === null ? null : <HeldOffer key={held.upTo} held={held} />
}

function HeldOffer({ held }: { readonly held: Held }) {
  const { count, upTo, madeAt, accounts } = held
  const now = useNow()
  const [asks, setAsks] = useState<'password' | 'discard' | null>(null)
  const close = () => setAsks(null)
  const isOne = count === 1
  const send = () => releaseHeld(upTo).catch(toastFailure)
  return (
    <section className={classes.banner} data-tone="attention" aria-label="Kept here before you signed in">
      <IconHandStop size={18} stroke={1.75} aria-hidden />
      <span className={classes.words} role="status">
        <strong>{countOf(count, 'change')}</strong> {isOne ? 'was' : 'were'} kept here before you signed in
        {isOne ? '' : ', the last'} at {momentWords(madeAt, now)}. {isOne ? 'It waits' : 'They wait'} for your word.
      </span>
      <span className={classes.actions}>
        <Button size="compact-md" onClick={() => (accounts > 0 ? setAsks('password') : void send())}>
          Send
        </Button>
        <Button size="compact-md" variant="default" component={Link} to="/outbox">
          Look
        </Button>
        <Button size="compact-md" variant="subtle" color="red" onClick={() => setAsks('discard')}>
          Discard…
        </Button>
      </span>
      {asks === 'discard' ? <DiscardQuestion held={held} onClose={close} /> : null}
      {asks === 'password' ? (
        <Suspense>
          <HeldPasswordDialog accounts={accounts} onConfirmed={() => releaseHeld(upTo)} onClose={close} />
        </Suspense>
      ) : null}
    </section>
  )
}

function DiscardQuestion({ held: { count, upTo }, onClose }: { readonly held: Held; readonly onClose: () => void }) {
  return (
    <Question
      title={count === 1 ? 'Discard this change?' : `Discard all ${count} changes?`}
      confirm="Discard"
      isDanger
      onConfirm={() => void discardHeld(upTo).catch(toastFailure)}
      onClose={onClose}
    >
      <p>{count === 1 ? 'It is' : 'They are'} not sent, and gone from this device for good.</p>
    </Question>
  )
}
