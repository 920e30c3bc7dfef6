import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Attachment, Inspection } from '#contract/maintenance/inspections.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { saveFrom } from '#src/ui/save-file.ts'
import { attachmentsLink } from '../inspection-link-queries.ts'
import { attachmentKey, isPhoto, waitingUpload } from './attachment-facts.ts'
import { AttachmentTile } from './attachment-tile.tsx'
import classes from './attachments.module.css'

const AttachmentLightbox = lazy(() =>
  import('./attachment-lightbox.tsx').then((module) => ({ default: module.AttachmentLightbox })),
)
const AttachmentDocument = lazy(() =>
  import('./attachment-document.tsx').then((module) => ({ default: module.AttachmentDocument })),
)

/** The files of an inspection: opens photos and documents, and downloads one file or all of them. */
export function AttachmentList({ row }: { readonly row: Inspection }) {
  const { attachments } = row
  // By key, not by index: files can be added or removed while one is open.
  const [openedKey, setOpenedKey] = useState<string | null>(null)
  const opened = attachments.find((one) => attachmentKey(one) === openedKey)
  const close = () => setOpenedKey(null)
  if (attachments.length === 0) return <p className={classes.none}>No files are attached.</p>
  return (
    <>
      <ul className={classes.tiles}>
        {attachments.map((attachment) => (
          <AttachmentTile
            key={attachmentKey(attachment)}
            attachment={attachment}
            onOpen={() => setOpenedKey(attachmentKey(attachment))}
          />
        ))}
      </ul>
      <DownloadAll row={row} />
      <Suspense>
        {opened && isPhoto(opened) ? (
          <AttachmentLightbox
            photos={attachments.filter(isPhoto)}
            shown={opened}
            onShow={(step) => setOpenedKey((key) => key && step(key))}
            onClose={close}
          />
        ) : null}
        {opened && !isPhoto(opened) ? <AttachmentDocument attachment={opened} onClose={close} /> : null}
      </Suspense>
    </>
  )
}

/** Downloads all files that the server has as one zip. The server builds the zip during the download. */
function DownloadAll({ row: { id, attachments } }: { readonly row: Inspection }) {
  const { online } = useOnline()
  const [isRequesting, setIsAsking] = useState(false)
  const serverFileCount = attachments.filter((one: Attachment) => waitingUpload(one) === null).length
  if (serverFileCount < 2) return null
  const download = () => {
    setIsAsking(true)
    attachmentsLink(id)
      .then((link) => saveFrom(link, `${id}-attachments.zip`), toastFailure)
      .finally(() => setIsAsking(false))
  }
  return (
    <p className={classes.all}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={!online}
        loading={isRequesting}
        onClick={download}
      >
        Download all
      </Button>
      <span className={classes.note}>
        {online ? `${serverFileCount} files as one zip` : 'Needs the network: the server makes one zip of them.'}
        {online && serverFileCount < attachments.length ? '; those that wait on this device are not in it yet' : ''}
      </span>
    </p>
  )
}
