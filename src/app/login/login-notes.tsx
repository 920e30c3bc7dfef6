import { useState } from 'react'
import { deviceNow } from '#src/browser/company-clock.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { waitingHere } from '#src/offline/outbox/repair/local-loss-marker.ts'
import { useSession } from '#src/session/session.ts'
import { Notice } from '#src/ui/notice/notice.tsx'
import { keptWords, tooManyWords, WITHOUT_NETWORK, whyWords } from './login-words.ts'

const today = () => new Date(deviceNow()).toLocaleDateString('en-US', { dateStyle: 'long' })

/** Why a user who was signed in must do so again. */
export function WhyAgain() {
  const { why } = useSession()
  return why === null ? null : <Notice tone="caution">{whyWords(why, today())}</Notice>
}

/** For how long to wait after too many tries; nothing of any other failure. */
export function TooMany({ failure }: { readonly failure: unknown }) {
  const words = tooManyWords(failure)
  return words ? <Notice tone="trouble">{words}</Notice> : null
}

/** What needs a network, while there is none; and what waits on this device for whoever made it. */
export function OnThisDevice() {
  const { online } = useOnline()
  const [kept] = useState(() => keptWords(waitingHere()))
  return (
    <>
      {online ? null : <Notice tone="caution">{WITHOUT_NETWORK}</Notice>}
      {kept ? <Notice tone="caution">{kept}</Notice> : null}
    </>
  )
}
