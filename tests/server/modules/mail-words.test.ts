import { expect, test } from 'vitest'
import { centralTime, mailWithLink } from '#server/modules/mail/mail-words.ts'
import { linkOf } from '#tests/support/server/mailbox.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const TO = { id: 7, first_name: 'Ruth', last_name: 'Callahan', email: 'ruth@haulyard.example' }
const LINK = { address: 'https://yard.example', token: 'a-token', expiresAt: NOW }

test('the mail states in Central time until when its link works', () => {
  expect(centralTime(NOW)).toBe('Saturday, November 21, 2026, 9:00 AM Central')
  expect(centralTime(new Date('2026-07-04T17:05:00Z'))).toBe('Saturday, July 4, 2026, 12:05 PM Central')
  for (const kind of ['welcome', 'reset'] as const) {
    const { text, html, link } = mailWithLink(kind, TO, LINK)
    expect(link).toBe('https://yard.example/new-password#uid=7&token=a-token')
    for (const part of [text, html.replaceAll('&amp;', '&')]) {
      expect(part).toContain('Hello Ruth,')
      expect(part).toContain(link)
      expect(part).toContain('works once, until Saturday, November 21, 2026, 9:00 AM Central')
    }
  }
})

test('a mail loads nothing from elsewhere, and a name is not markup', () => {
  const { html } = mailWithLink('reset', { ...TO, first_name: '<img src=x>"&' }, LINK)
  expect(html).not.toMatch(/<img|<script|<link|src=(?!x&gt;)|url\(/)
  expect(html).toContain('&lt;img src=x&gt;&quot;&amp;')
})

test('a name with line breaks is one line in the text', () => {
  const { text } = mailWithLink('reset', { ...TO, first_name: 'Ruth\r\nBcc: x@y.example\u2028' }, LINK)
  expect(text.split('\n')[0]).toBe('Hello Ruth Bcc: x@y.example,')
  expect(linkOf(mailWithLink('reset', TO, LINK))).toEqual({ uid: '7', token: 'a-token' })
})
