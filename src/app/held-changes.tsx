import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { momentWords } from '#src/format/age.ts'
import { countOf } from '#src/format/numbers.ts'
import { discardHeld, releaseHeld } from '#src/offline/outbox/outbox.ts'
import type { Held } from '#src/offline/outbox/snapshot.ts'
import { useOutbox } from '#src/offline/outbox/use-outbox.ts'
import { toastFailure } from '#src/ui/toast.ts'
import { useNow } from '#src/ui/use-now.ts'
import classes from './banner.module.css'

/**
 * What was stored on this device before its user signed in: nothing of it is sent until that user has seen that it is there
 * and says so. On every page, for it may be the first one.
 */
export function HeldChanges() {
  const { held } = useOutbox()
  return held === null ? null : <HeldOffer key={held.upTo} held={held} />
}

function HeldOffer({ held: { count, upTo, madeAt } }: { readonly held: Held }) {
  const now = useNow()
  const [isBusy, setBusy] = useState(false)
  const [isSure, setSure] = useState(false)
  const them = count === 1 ? 'it' : 'them'
  const act = async (work: (upTo: number) => Promise<void>) => {
    setBusy(true)
    await work(upTo).catch(toastFailure)
    setBusy(false)
  }
  return (
    <section className={classes.banner} data-tone="attention" aria-label="Kept here before you signed in">
      <IconHandStop size={18} stroke={1.75} aria-hidden />
      <span className={classes.words} role="status">
        <strong>{countOf(count, 'change')}</strong> {count === 1 ? 'was' : 'were'} kept here before you signed in
        {count === 1 ? '' : ', the last'} on {momentWords(madeAt, now)}. Nothing of {them} is sent until you say so.
      </span>
      <span className={classes.actions}>
        <Button size="compact-sm" loading={isBusy} onClick={() => void act(releaseHeld)}>
          Send
        </Button>
        <Button size="compact-sm" variant="default" component={Link} to="/outbox">
          Look
        </Button>
        {isSure ? (
          <Button size="compact-sm" color="red" loading={isBusy} onClick={() => void act(discardHeld)}>
            Discard {count === 1 ? 'it' : `all ${count}`} for good
          </Button>
        ) : (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => setSure(true)}>
            Discard …
          </Button>
        )}
      </span>
    </section>
  )
}
