/** The sheets of paper in a PDF as Chromium writes it, in points of 1/72 inch. */
export function pagesOf(pdf: Buffer): readonly { readonly width: number; readonly height: number }[] {
  const objects = pdf.toString('latin1').split('endobj')
  const pages = objects.filter((object) => /\/Type \/Page\b/.test(object))
  return pages.map((page) => {
    const [, width, height] = page.match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/) ?? []
    return { width: Math.round(Number(width)), height: Math.round(Number(height)) }
  })
}
