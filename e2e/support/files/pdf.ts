import type { Page } from '@playwright/test'

/** Says in the browser's place whether it shows PDFs: one without a window shows none. Holds for what is loaded next. */
export async function hasPdfViewer(page: Page, is: boolean): Promise<void> {
  await page.addInitScript((told) => {
    Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { configurable: true, get: () => told })
  }, is)
}

/** The sheets of paper in a PDF as Chromium writes it, in points of 1/72 inch. */
export function pagesOf(pdf: Buffer): readonly { readonly width: number; readonly height: number }[] {
  const objects = pdf.toString('latin1').split('endobj')
  const pages = objects.filter((object) => /\/Type \/Page\b/.test(object))
  return pages.map((page) => {
    const [, width, height] = page.match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/) ?? []
    return { width: Math.round(Number(width)), height: Math.round(Number(height)) }
  })
}
