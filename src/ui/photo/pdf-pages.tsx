import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './pdf-pages.module.css'

/** How a browser shows a PDF inside a page: all pages, perhaps only the first page, or not at all. */
export type PdfReading = 'all_pages' | 'first_page' | 'none'

interface Device {
  /** `navigator.pdfViewerEnabled`; undefined where the browser does not say. */
  readonly hasViewer: boolean | undefined
  readonly isTouched: boolean
}

/**
 * iPhones and iPads have a viewer but draw only the first page in a frame. No feature reveals this, and browser names
 * are not reliable. So every touch device gets a link to all pages, even if it does not need it.
 */
export function pdfReading({ hasViewer, isTouched }: Device): PdfReading {
  if (hasViewer === false) return 'none'
  return isTouched ? 'first_page' : 'all_pages'
}

const WORDS: Record<PdfReading, string | null> = {
  all_pages: null,
  first_page: 'Some phones and tablets show only the first page here.',
  none: 'This browser does not show a PDF inside a page. Open it in a tab of its own, or download it.',
}

/** `any-pointer`, because an iPad with a trackpad is still a touch device. */
const readingHere = (): PdfReading =>
  pdfReading({ hasViewer: navigator.pdfViewerEnabled, isTouched: window.matchMedia('(any-pointer: coarse)').matches })

interface PdfPagesProps {
  readonly name: string
  readonly content: Blob
}

/** Shows a PDF in place, with a link to all its pages where the browser may not show them. */
export function PdfPages({ name, content }: PdfPagesProps) {
  const [reading] = useState(readingHere)
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    // The browser only looks at the type, so the content is always opened as a PDF.
    const url = URL.createObjectURL(new Blob([content], { type: 'application/pdf' }))
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [content])
  if (address === null) return null
  const words = WORDS[reading]
  return (
    <>
      {words !== null && (
        <div className={classes.about}>
          <p>{words}</p>
          {/* The new tab keeps its opener: without it some browsers lose the blob and show an empty tab. A PDF runs no script here. */}
          <Button
            component="a"
            href={address}
            target="_blank"
            rel="opener"
            variant="default"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            Open all pages
          </Button>
        </div>
      )}
      {reading !== 'none' && <iframe className={classes.frame} src={address} title={name} />}
    </>
  )
}
