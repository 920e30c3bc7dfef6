import { type ComponentType, useState } from 'react'
import { NeedsNetwork } from '#src/form/frame/needs-network.tsx'
import { useSession } from '#src/session/session.ts'
import { Notice } from '#src/ui/notice/notice.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { Logo } from '#src/ui/page/logo.tsx'
import classes from './login-form.module.css'
import { LoginForm } from './login-form.tsx'
import { PublicFrame } from './public-frame.tsx'

type Notes = typeof import('./login-notes.tsx')
let notes: Notes | null = null

/** Loads the notes, which few sign-ins need, separately. Await it when a note must be there from the first frame. */
export async function loadLoginNotes(): Promise<void> {
  notes ??= await import('./login-notes.tsx')
}
const part = <Props extends object>(pick: (from: Notes) => ComponentType<Props>, Short: ComponentType<Props>) =>
  lazyPart(async () => {
    await loadLoginNotes().catch(() => undefined)
    return notes ? pick(notes) : Short
  })
const WhyAgainLater = part((from) => from.WhyAgain, WhyAgainInShort)
const TooMany = part(
  (from) => from.TooMany,
  () => null,
)
const OnThisDevice = part((from) => from.WaitingOnThisDevice, NeedsNetworkInShort)

/**
 * The login page. Notes that appear and disappear are below the form, so it does not move. Only the result of an
 * attempt is above.
 */
export function LoginPage({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  const { why } = useSession()
  const [failure, setFailure] = useState<unknown>(null)
  const WhyAgain = notes?.WhyAgain ?? WhyAgainLater
  return (
    <PublicFrame>
      <Logo size={88} />
      <h1>Login</h1>
      <p>Haulyard</p>
      {why === null ? null : (
        <div className={classes.why}>
          <WhyAgain />
        </div>
      )}
      <LoginForm onSignedIn={onSignedIn} onFailed={setFailure}>
        <TooMany failure={failure} />
      </LoginForm>
      <div className={classes.device}>
        <OnThisDevice meanwhile={<NeedsNetworkInShort />} />
      </div>
    </PublicFrame>
  )
}

function WhyAgainInShort() {
  return <Notice tone="caution">Sign in again. Changes that were not sent yet are still on this device.</Notice>
}
function NeedsNetworkInShort() {
  return <NeedsNetwork>You’re offline. Signing in needs a connection; after that, Haulyard works offline.</NeedsNetwork>
}
