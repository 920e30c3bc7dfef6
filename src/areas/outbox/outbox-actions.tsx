import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { probeNow } from '#src/offline/connectivity.ts'
import { openedOutbox, outboxIfOpen } from '#src/offline/outbox/outbox.ts'
import { sentLater } from '#src/offline/outbox/send/when-sent.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { saveFile } from '#src/ui/save-file.ts'

interface OutboxActionsProps {
  readonly isEmpty: boolean
  /** The number of changes that can be sent now. */
  readonly free: number
}

/** The actions for all changes. */
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
      <Button variant="default" disabled={free === 0 || state === 'sending'} onClick={() => void sendWithToast()}>
        {state === 'sending' ? 'Sending…' : 'Send now'}
      </Button>
    </>
  )
}

/** Sends the waiting changes. Without a network a toast says that they are sent later. */
async function sendWithToast(): Promise<void> {
  outboxIfOpen()?.sendNow()
  if (!(await probeNow())) toastDone(sentLater())
}

/**
 * Saves all stored changes as a JSON file to the user's downloads. It is created on the device, so no network is
 * needed.
 */
async function saveAll(): Promise<void> {
  const content = JSON.stringify(await (await openedOutbox()).exportChanges(), null, 2)
  saveFile(`haulyard-changes-${chicagoDay(companyNow())}.json`, new Blob([content], { type: 'application/json' }))
}
