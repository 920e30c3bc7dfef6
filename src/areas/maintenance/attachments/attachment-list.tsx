import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { Attachment, Inspection } from '#contract/maintenance/inspections.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { saveFrom } from '#src/ui/save-file.ts'
import { attachmentsLink } from '../inspection-link-queries.ts'
import { waitingUpload } from './attachment-facts.ts'
import { AttachmentTiles } from './attachment-tiles.tsx'
import classes from './attachments.module.css'
import { filesBesideDefects } from './defect-files.ts'

/** The files of an inspection that show none of its defects, and the download of all files. */
export function AttachmentList({ row }: { readonly row: Inspection }) {
  const files = filesBesideDefects(row)
  if (row.attachments.length === 0) return <p className={classes.none}>No files are attached.</p>
  return (
    <>
      {files.length > 0 ? (
        <AttachmentTiles files={files} />
      ) : (
        <p className={classes.none}>All files are with their defects.</p>
      )}
      <DownloadAll row={row} />
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
