import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attributionHtml } from '#src/map/basemap-choice/attribution.ts'

test('OpenStreetMap is linked to its license', () => {
  expect(attributionHtml('© OpenStreetMap contributors')).toBe(
    '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">OpenStreetMap</a> contributors',
  )
})

test('an operator’s text is escaped completely', () => {
  expect(attributionHtml(`Smith & Sons <img src=x onerror='alert("1")'>`)).toBe(
    'Smith &amp; Sons &lt;img src=x onerror=&#39;alert(&quot;1&quot;)&#39;&gt;',
  )
  fc.assert(
    fc.property(fc.string(), (words) => {
      const html = attributionHtml(words)
      expect(html).not.toMatch(/[<>"']/)
      expect(html.replace(/&(?:amp|lt|gt|quot|#39);/g, '_')).toHaveLength(words.length)
    }),
  )
})
