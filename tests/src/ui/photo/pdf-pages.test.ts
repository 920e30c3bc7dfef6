import { expect, test } from 'vitest'
import { pdfReading } from '#src/ui/photo/pdf-pages.tsx'

test.each([
  ['a desktop with a viewer shows all pages in place', true, false, 'all_pages'],
  ['a browser that does not tell whether it has a viewer is assumed to show all pages', undefined, false, 'all_pages'],
  ['a touch device may show only the first page', true, true, 'first_page'],
  [
    'a touch device that does not tell whether it has a viewer may show only the first page too',
    undefined,
    true,
    'first_page',
  ],
  ['a touch device without a viewer shows no page', false, true, 'none'],
  ['a desktop without a viewer shows no page', false, false, 'none'],
] as const)('%s', (_title, hasViewer, isTouched, reading) => {
  expect(pdfReading({ hasViewer, isTouched })).toBe(reading)
})
