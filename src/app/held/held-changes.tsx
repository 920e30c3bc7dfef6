import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import classes from '#src/app/layout/banner.module.css'
import { momentWords } from '#src/format/age.ts'
import { countOf } from '#src/format/numbers.ts'
import { probeNow } from '#src/offline/connectivity.ts'
import { openedOutbox } from '#src/offline/outbox/outbox.ts'
import { sentLater } from '#src/offline/outbox/send/when-sent.ts'
import type { HeldSummary } from '#src/offline/outbox/show/snapshot.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { focusPage } from '#src/ui/dialog/focus-page.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useUnpressed } from '#src/ui/use-unpressed.ts'
import { discardHeld } from './discard-all.ts'

const HeldPasswordDialog = lazyPart(() =>
  import('./held-password-dialog.tsx').then((module) => module.HeldPasswordDialog),
)

/**
 * Held changes: saved on this device before the user signed in. None is sent until the user has seen this message and
 * chooses Send. It is shown on every page, because any page may be the first one.
 */
export function HeldChanges() {
  const summary = useUnpressed(useOutbox().held, null)
  return summary === null ? null : <HeldOffer key={summary.upTo} held={summary} />
}

function HeldOffer({ held }: { readonly held: HeldSummary }) {
  const { count, upTo, madeAt, accounts } = held
  const now = useNow()
  const banner = useRef<HTMLElement>(null)
  const [asks, setAsks] = useState<'password' | 'discard' | null>(null)
  const close = () => setAsks(null)
  const isOne = count === 1
  const send = async () => {
    await (await openedOutbox()).releaseHeld(upTo)
    keepFocusOnPage(banner.current)
    toastDone((await probeNow()) ? sentWords(held) : sentLater())
  }
  const drop = async () => {
    await discardHeld(upTo)
    keepFocusOnPage(banner.current)
    toastDone(`${countOf(count, 'change')} discarded.`)
  }
  return (
    <section ref={banner} className={classes.banner} data-tone="attention" aria-label="Kept here before you signed in">
      <IconHandStop size={18} stroke={1.75} aria-hidden />
      <span className={classes.words} role="status">
        <span>
          <strong>{countOf(count, 'change')}</strong> {isOne ? 'was kept here at' : 'were kept here, the last at'}{' '}
          {momentWords(madeAt, now)}, before you signed in. {isOne ? 'It waits' : 'They wait'} until you decide.
        </span>
      </span>
      <span className={classes.actions}>
        <Button
          size="compact-md"
          onClick={() => (accounts > 0 ? setAsks('password') : void send().catch(toastFailure))}
        >
          Send
        </Button>
        <Button size="compact-md" variant="default" component={Link} to="/outbox">
          Look
        </Button>
        <Button size="compact-md" variant="subtle" color="red" onClick={() => setAsks('discard')}>
          Discard…
        </Button>
      </span>
      {asks === 'discard' ? (
        <DiscardQuestion held={held} onConfirm={() => void drop().catch(toastFailure)} onClose={close} />
      ) : null}
      {asks === 'password' ? <HeldPasswordDialog {...{ count, accounts }} onConfirmed={send} onClose={close} /> : null}
    </section>
  )
}

/** Moves the focus from the banner's buttons, which disappear, to the page. */
function keepFocusOnPage(banner: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused === document.body || banner?.contains(focused)) focusPage()
}

function sentWords({ count, waiting }: HeldSummary): string {
  const rest = count - waiting
  const needs = `${countOf(rest, 'change')} ${rest === 1 ? 'needs' : 'need'} your decision in the Outbox.`
  if (waiting === 0) return needs
  return `${countOf(waiting, 'change')} ${waiting === 1 ? 'is' : 'are'} being sent.${rest === 0 ? '' : ` ${needs}`}`
}

interface DiscardQuestionProps {
  readonly held: HeldSummary
  readonly onConfirm: () => void
  readonly onClose: () => void
}

function DiscardQuestion({ held: { count, wereSent }, onConfirm, onClose }: DiscardQuestionProps) {
  const isOne = count === 1
  return (
    <Question
      title={isOne ? 'Discard this change?' : `Discard all ${count} changes?`}
      confirm="Discard"
      isDanger
      {...{ onConfirm, onClose }}
    >
      <p>
        {wereSent === 0 ? `${isOne ? 'It is' : 'They are'} never sent.` : wereSentWords(count, wereSent)} Until you log
        out the Outbox still says under Done what {isOne ? 'it' : 'they'} said.
      </p>
    </Question>
  )
}

function wereSentWords(count: number, wereSent: number): string {
  if (wereSent === count) return `The server may have ${count === 1 ? 'it' : 'them'} already.`
  return `The server may have ${wereSent} of them already; the rest is never sent.`
}
