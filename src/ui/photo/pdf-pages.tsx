import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './pdf-pages.module.css'

/** How a browser shows a PDF inside a page: all of it, maybe its first page only, or not at all. */
export type PdfReading = 'all_pages' | 'first_page' | 'none'

interface Device {
  /** `navigator.pdfViewerEnabled`; undefined where the browser does not say. */
  readonly hasViewer: boolean | undefined
  readonly isTouched: boolean
}

/**
 * iPhones and iPads have a viewer, and draw only the first page in a frame. No feature tells that, and a name of a browser
 * is no feature. So every device that is touched gets the way to all pages, also one that would not need it.
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

/** `any-pointer`: an iPad with a trackpad is still one. */
const readingHere = (): PdfReading =>
  pdfReading({ hasViewer: navigator.pdfViewerEnabled, isTouched: window.matchMedia('(any-pointer: coarse)').matches })

interface PdfPagesProps {
  readonly name: string
  readonly content: Blob
}

/** A PDF read in place, with a way to all of its pages where the browser may not show them. */
export function PdfPages({ name, content }: PdfPagesProps) {
  const [reading] = useState(readingHere)
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    // The browser goes by the type alone: nothing but a PDF is opened as one.
    const made = URL.createObjectURL(new Blob([content], { type: 'application/pdf' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  if (address === null) return null
  const words = WORDS[reading]
  return (
    <>
      {words !== null && (
        <div className={classes.about}>
          <p>{words}</p>
          {/* Not cut off from this page: where that costs the tab its blob, it would stay empty. A PDF runs no script here. */}
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
