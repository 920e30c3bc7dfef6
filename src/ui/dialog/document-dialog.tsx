import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { utf16Encoding } from '#contract/files/attachments.ts'
import { PdfPages } from '#src/ui/photo/pdf-pages.tsx'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import classes from './document-dialog.module.css'

interface DocumentDialogProps {
  readonly name: string
  /** A PDF or a text file; null while it loads. */
  readonly content: Blob | null
  /** The reason why the document can't be shown; null when it can. */
  readonly problem: string | null
  readonly onDownload: () => void
  readonly onClose: () => void
}

/** Shows a document without leaving the page. */
export function DocumentDialog({ name, content, problem, onDownload, onClose }: DocumentDialogProps) {
  return (
    <Dialog title={name} size="xl" onClose={onClose}>
      <div className={classes.room}>{problem ? <p role="alert">{problem}</p> : <Shown {...{ name, content }} />}</div>
      <DialogButtons>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={onDownload}>
          Download
        </Button>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function Shown({ name, content }: Pick<DocumentDialogProps, 'name' | 'content'>): ReactNode {
  if (content === null) return <p role="status">Loading...</p>
  return content.type.startsWith('text/') ? (
    <Text content={content} name={name} />
  ) : (
    <PdfPages content={content} name={name} />
  )
}

/** Decodes a text file. Notepad may write UTF-16 with a byte order mark; all other text counts as UTF-8. */
async function textOf(content: Blob): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer())
  return new TextDecoder(utf16Encoding(bytes) ?? 'utf-8').decode(bytes)
}

interface ContentProps {
  readonly name: string
  readonly content: Blob
}

function Text({ name, content }: ContentProps) {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    textOf(content).then(
      (read) => isOver || setText(read),
      () => isOver || setText('This file can’t be read.'),
    )
    return () => {
      isOver = true
    }
  }, [content])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={classes.text} tabIndex={0} aria-label={name}>
      <pre>{text ?? 'Loading...'}</pre>
    </section>
  )
}
