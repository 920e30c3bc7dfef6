import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { TROUBLE_WORDS } from '#src/app/device/device-words.ts'
import { LIFE_WORDS } from '#src/app/device/stored-data-words.ts'
import { APP_BYTES } from '#src/app/install/app-files.ts'
import { sizeWords } from '#src/format/numbers.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { fetchPrefetchSet } from '#src/offline/prefetch/prefetch-schedule.ts'
import { usePrefetchState } from '#src/offline/prefetch/prefetch-state.ts'
import { requestPersistence, useStorageLife } from '#src/offline/query-storage/storage-life.ts'
import { useStorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { staySignedIn } from '#src/session/stay-signed-in.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import type { PartState, Readiness } from './readiness.ts'
import classes from './ready-parts.module.css'
import { appWords, signInWords } from './ready-words.ts'
import { useReadiness } from './use-readiness.ts'

/** What the device needs to work without a network: each part with its state, and a button if it is missing. */
export function ReadyParts() {
  const { parts } = useReadiness()
  return (
    <ul className={classes.parts}>
      <AppPart part={parts.app} />
      <DataPart part={parts.data} />
      <SignInPart part={parts.sign_in} />
      <StoragePart />
    </ul>
  )
}

const ICONS = {
  ready: IconCircleCheck,
  saving: IconDownload,
  missing: IconAlertTriangle,
  unsupported: IconAlertTriangle,
  unknown: IconCircleCheck,
} as const

interface PartLineProps {
  readonly state: PartState['state']
  readonly children: ReactNode
  /** The button that brings what is missing. */
  readonly act?: ReactNode
}

function PartLine({ state, children, act = null }: PartLineProps) {
  const Icon = ICONS[state]
  return (
    <li className={classes.part} data-state={state}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <span>{children}</span>
      {act}
    </li>
  )
}

interface ActProps {
  readonly onAct: () => void
  readonly children: ReactNode
}

/** The button of a part. It needs the network. */
function PartAct({ onAct, children }: ActProps) {
  const { online } = useOnline()
  return (
    <Button size="compact-md" className={classes.act ?? ''} disabled={!online} onClick={onAct}>
      {children}
    </Button>
  )
}

function AppPart({ part }: { readonly part: Readiness['parts']['app'] }) {
  const save = () =>
    void import('#src/app/install/service-worker-client.ts').then(({ saveAppNow }) => saveAppNow(), toastFailure)
  const act = part.state === 'missing' ? <PartAct onAct={save}>Save the app ({sizeWords(APP_BYTES)})</PartAct> : null
  return (
    <PartLine state={part.state} act={act}>
      {appWords(part)}
    </PartLine>
  )
}

function DataPart({ part }: { readonly part: Readiness['parts']['data'] }) {
  const { finishedAt, workSince } = usePrefetchState()
  const trouble = useStorageTrouble()
  if (part.state === 'unsupported') return <PartLine state="unsupported">{TROUBLE_WORDS.unavailable}</PartLine>
  if (part.state === 'saving') {
    return <PartLine state="saving">Saving the data, {Math.floor(part.share * 100)} %</PartLine>
  }
  if (part.state === 'unknown') return <PartLine state="unknown">Checking the data</PartLine>
  const save = () => void fetchPrefetchSet('all').catch(toastFailure)
  if (part.state === 'missing') {
    return (
      <PartLine state="missing" act={<PartAct onAct={save}>Save the data</PartAct>}>
        {trouble === 'full' ? TROUBLE_WORDS.full : 'The data is not saved yet.'}
      </PartLine>
    )
  }
  if (finishedAt !== null) {
    return (
      <PartLine state="ready">
        The data is saved · <AgeLabel at={finishedAt} />
      </PartLine>
    )
  }
  return (
    <PartLine state="ready" act={<PartAct onAct={save}>Save the rest too</PartAct>}>
      The data that work needs is saved · <AgeLabel at={workSince} />. The rest is not complete yet.
    </PartLine>
  )
}

function SignInPart({ part }: { readonly part: Readiness['parts']['sign_in'] }) {
  const trouble = useStorageTrouble()
  const [isAsking, setIsAsking] = useState(false)
  if (part.state === 'missing' && trouble === 'forgetful') {
    return <PartLine state="missing">{TROUBLE_WORDS.forgetful}</PartLine>
  }
  const stay = async () => {
    setIsAsking(true)
    const isKept = await staySignedIn().finally(() => setIsAsking(false))
    if (!isKept) toastFailure(new Error('The server could not be reached. Try again.'))
  }
  const act =
    part.state === 'missing' ? (
      <PartAct onAct={() => void (isAsking || stay())}>Stay signed in on this device</PartAct>
    ) : null
  return (
    <PartLine state={part.state} act={act}>
      {signInWords(part)}
    </PartLine>
  )
}

/** How long the browser keeps all that: no part of being ready, but the user can ask for more. */
function StoragePart() {
  const life = useStorageLife()
  const mayAsk = life === 'while_space' || life === 'unknown'
  return (
    <PartLine
      state={life === 'for_good' ? 'ready' : 'unknown'}
      act={
        mayAsk ? (
          <Button
            size="compact-md"
            variant="default"
            className={classes.act ?? ''}
            onClick={() => void requestPersistence({ again: true })}
          >
            Ask the browser to keep it
          </Button>
        ) : null
      }
    >
      The browser keeps it: {LIFE_WORDS[life]}
    </PartLine>
  )
}
