import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { probeNow } from '#src/offline/connectivity.ts'
import { openedOutbox, outboxIfOpen } from '#src/offline/outbox/outbox.ts'
import { SENT_LATER } from '#src/offline/outbox/send/sent-later-words.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { saveFile } from '#src/ui/save-file.ts'

interface OutboxActionsProps {
  readonly isEmpty: boolean
  /** How many changes the next chance to send may take. */
  readonly free: number
}

/** What can be done with all changes at once. */
export function OutboxActions({ isEmpty, free }: OutboxActionsProps) {
  const { state } = useOutbox()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={isEmpty}
        onClick={() => saveAll().catch(toastFailure)}
      >
        Export all
      </Button>
      <Button variant="default" disabled={free === 0 || state === 'sending'} onClick={() => void sendAndSay()}>
        {state === 'sending' ? 'Sending…' : 'Send now'}
      </Button>
    </>
  )
}

/** A tap has an answer without a network too. */
async function sendAndSay(): Promise<void> {
  outboxIfOpen()?.sendNow()
  if (!(await probeNow())) toastDone(SENT_LATER)
}

/** Everything that is kept here, as a file of JSON in the person's downloads: made on the device, so no network is needed. */
async function saveAll(): Promise<void> {
  const content = JSON.stringify(await (await openedOutbox()).keptChanges(), null, 2)
  saveFile(`haulyard-changes-${chicagoDay(companyNow())}.json`, new Blob([content], { type: 'application/json' }))
}
