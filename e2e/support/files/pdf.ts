import type { Page } from '@playwright/test'

/** Sets whether the browser claims to show PDFs, for pages loaded from now on. A headless browser shows none itself. */
export async function setPdfViewer(page: Page, hasViewer: boolean): Promise<void> {
  await page.addInitScript((isEnabled) => {
    Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { configurable: true, get: () => isEnabled })
  }, hasViewer)
}

/** The page sizes of a PDF written by Chromium, in points (1/72 inch). */
export function pagesOf(pdf: Buffer): readonly { readonly width: number; readonly height: number }[] {
  const objects = pdf.toString('latin1').split('endobj')
  const pages = objects.filter((object) => /\/Type \/Page\b/.test(object))
  return pages.map((page) => {
    const [, width, height] = page.match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/) ?? []
    return { width: Math.round(Number(width)), height: Math.round(Number(height)) }
  })
}
