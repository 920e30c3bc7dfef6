import { useEffect, useState } from 'react'
import { deviceNow } from '#src/browser/company-clock.ts'
import { probeNow, useOnline } from '#src/offline/connectivity.ts'
import { waitingOnDevice } from '#src/offline/outbox/repair/local-loss-marker.ts'
import { useSession } from '#src/session/session.ts'
import { Notice } from '#src/ui/notice/notice.tsx'
import { tooManyWords, WITHOUT_NETWORK, waitingWords, whyWords } from './login-words.ts'

const today = () => new Date(deviceNow()).toLocaleDateString('en-US', { dateStyle: 'long' })

/** The reason why a user must sign in again. */
export function WhyAgain() {
  const { why } = useSession()
  return why === null ? null : <Notice tone="caution">{whyWords(why, today())}</Notice>
}

/** How long to wait after too many attempts; nothing for other failures. */
export function TooMany({ failure }: { readonly failure: unknown }) {
  const words = tooManyWords(failure)
  return words ? <Notice tone="trouble">{words}</Notice> : null
}

/** What needs a network, while there is none, and the changes that wait on this device. */
export function WaitingOnThisDevice() {
  const { online } = useOnline()
  const [kept] = useState(() => waitingWords(waitingOnDevice()))
  // Nothing else calls the server before the user signs in, so the page would not know that there is no network.
  useEffect(() => void probeNow(), [])
  return (
    <>
      {online ? null : <Notice tone="caution">{WITHOUT_NETWORK}</Notice>}
      {kept ? <Notice tone="caution">{kept}</Notice> : null}
    </>
  )
}
