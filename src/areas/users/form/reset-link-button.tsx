import { Button } from '@mantine/core'
import { useState } from 'react'
import { oneAtATime } from '#src/form/frame/one-at-a-time.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { sendResetLink } from '../user-queries.ts'

/** Mails a user a link to set a new password. It needs a network. */
export function ResetLinkButton({ email }: { readonly email: string }) {
  const { online } = useOnline()
  const [once] = useState(oneAtATime)
  const [isBusy, setIsBusy] = useState(false)
  const send = () =>
    once(async () => {
      setIsBusy(true)
      try {
        await sendResetLink(email)
        toastDone('Your email will be notified with further instructions')
      } catch (error) {
        toastFailure(error)
      } finally {
        setIsBusy(false)
      }
    })
  return (
    <div>
      <Button variant="default" loading={isBusy} disabled={!online} onClick={() => void send()}>
        Send Reset Link
      </Button>
      {online ? null : <p>A link can be sent with a network.</p>}
    </div>
  )
}
