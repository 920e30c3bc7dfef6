import { Button } from '@mantine/core'
import { IconDownload, IconHistory, IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { SECURITY_CSV_NAME } from '#contract/session/security-csv.ts'
import { KEPT_THERE } from '#src/areas/users/own/session-words.ts'
import { useAct } from '#src/areas/users/own/use-act.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { Question } from '#src/ui/dialog/question.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import { saveFrom } from '#src/ui/save-file.ts'
import type { Person } from './person-filter.tsx'
import type { SecurityFilter } from './security-filter.ts'
import { endEverybody, securityCsvLink } from './security-queries.ts'

const AccountHistory = lazyPart(() => import('./account-history.tsx').then((module) => module.AccountHistory))

interface SecurityActsProps {
  readonly filter: SecurityFilter
  /** The person whose events are shown; null for all. */
  readonly person: Person | null
}

/** The actions on the page of the log. All except the history need the server. */
export function SecurityActs({ filter, person }: SecurityActsProps) {
  const { online } = useOnline()
  return (
    <>
      {person === null ? null : <HistoryOfAccount key={person.id} person={person} />}
      <DownloadButton filter={filter} isOff={!online} />
      <EndEverybody isOff={!online} />
    </>
  )
}

/** Opens the history of an account, even a deleted one. */
function HistoryOfAccount({ person }: { readonly person: Person }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden />}
        aria-label={`History of the account of ${person.name}`}
        onClick={() => setIsOpen(true)}
      >
        History of the account
      </Button>
      {isOpen ? <AccountHistory {...person} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

interface DownloadButtonProps {
  readonly filter: SecurityFilter
  readonly isOff: boolean
}

function DownloadButton({ filter, isOff }: DownloadButtonProps) {
  const download = async () => saveFrom(await securityCsvLink(filter), SECURITY_CSV_NAME)
  const { isBusy, run } = useAct(download, `${SECURITY_CSV_NAME} is on its way to your downloads.`)
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isBusy}
      disabled={isOff}
      onClick={run}
    >
      Download CSV
    </Button>
  )
}

function EndEverybody({ isOff }: { readonly isOff: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useAct(endEverybody, 'Everybody else has to sign in again.')
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconLogout size={16} aria-hidden />}
        loading={isBusy}
        disabled={isOff}
        onClick={() => setIsAsking(true)}
      >
        Sign everybody out
      </Button>
      {isAsking ? (
        <Question
          title="Sign everybody out"
          confirm="Sign everybody out"
          isDanger
          onConfirm={run}
          onClose={() => setIsAsking(false)}
        >
          <p>All people are signed out at once, on all their devices. You stay signed in here, and nowhere else.</p>
          <p>{KEPT_THERE}</p>
        </Question>
      ) : null}
    </>
  )
}
