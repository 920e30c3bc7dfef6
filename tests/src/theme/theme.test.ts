import { MantineProvider, Notification } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { theme } from '#src/theme/theme.ts'

test('the close button of a toast has a label', () => {
  const toast = createElement(Notification, { title: 'Saved' })
  const html = renderToStaticMarkup(createElement(MantineProvider, { theme }, toast))
  expect(html.match(/<button[^>]*>/g)).toEqual([expect.stringContaining('aria-label="Close"')])
})
