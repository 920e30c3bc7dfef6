import { expect, test } from 'vitest'
import { pdfReading } from '#src/ui/photo/pdf-pages.tsx'

test.each([
  ['a desktop with a viewer shows all pages in place', true, false, 'all_pages'],
  ['a browser that does not say what it has is taken at its best', undefined, false, 'all_pages'],
  ['a touched device may show only the first page', true, true, 'first_page'],
  ['a touched device that does not say what it has may do so too', undefined, true, 'first_page'],
  ['a touched device without a viewer shows none', false, true, 'none'],
  ['a desktop without a viewer shows none', false, false, 'none'],
] as const)('%s', (_title, hasViewer, isTouched, reading) => {
  expect(pdfReading({ hasViewer, isTouched })).toBe(reading)
})
