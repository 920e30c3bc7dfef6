import { describe, expect, test } from 'vitest'
import {
  ATTENTION_KINDS,
  type Attention,
  type AttentionDriver,
  type AttentionUnit,
} from '#contract/maintenance/attention.ts'
import type { Area } from '#contract/wire/access.ts'
import { daysWords, digestMail } from '#server/modules/mail/digest-words.ts'
import { toMailOptions } from '#server/providers/mail/envelope.ts'

const TODAY = '2026-11-23'
const TO = { id: 7, first_name: 'Ruth', last_name: 'Callahan', email: 'ruth@haulyard.example' }
const NONE = Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, 0])) as Attention['counts']

const aDriver = (id: number, over: Partial<AttentionDriver> = {}): AttentionDriver => ({
  id,
  user: { id, first_name: 'Terrence', last_name: `Boone ${id}`, photo: null },
  current_status: 'on_vacation',
  truck: null,
  extra_info: { med_expire: '2026-11-20', CDL_expire: null },
  version: 1,
  ...over,
})
const aUnit = (over: Partial<AttentionUnit> = {}): AttentionUnit => ({
  id: 'T 10/42&',
  client_id: null,
  kind: 'trailer',
  transport_model: 'Utility',
  status: 'on_service',
  status_date_to: null,
  inspection_passed_date: null,
  next_service_date: null,
  open_major_defects: 2,
  major_defect_report: null,
  holder: null,
  version: 1,
  ...over,
})
const anInspection: Attention['inspections'][number] = {
  id: 88,
  client_id: null,
  date: '2026-11-22',
  transport: { id: '1042', kind: 'truck', title: '1042 · Volvo' },
  service_type: 'pm_a',
  service_type_display: 'PM A',
  report_type: 'no_defect',
  approved_date: null,
  due_mileage: null,
  due_on: null,
  version: 1,
}

const mail = (
  rows: Partial<Pick<Attention, 'drivers' | 'units' | 'inspections'>>,
  counts: Partial<Attention['counts']>,
  total = 1,
  to = TO,
  viewable: readonly Area[] = ['drivers', 'trucks', 'trailers'],
) =>
  digestMail({
    to,
    attention: { drivers: [], units: [], inspections: [], ...rows, counts: { ...NONE, ...counts }, total },
    today: TODAY,
    address: 'https://yard.example',
    canView: (area) => viewable.includes(area),
  })

test.each([
  ['medical_card', '2026-11-20', 'expired 3 days ago'],
  ['cdl', '2026-11-22', 'expired 1 day ago'],
  ['annual_inspection', '2026-11-23', 'due today'],
  ['registration', '2026-11-23', 'expires today'],
  ['cdl', '2026-11-24', 'expires in 1 day'],
  ['medical_card', '2026-12-05', 'expires in 12 days'],
  ['service', '2026-11-20', 'was due 3 days ago'],
  ['service', '2026-11-23', 'due today'],
  ['service', '2026-12-23', 'due in 30 days'],
] as const)('a %s due on %s reads "%s"', (kind, due, words) => {
  expect(daysWords(kind, due, TODAY)).toBe(words)
})

describe('a digest', () => {
  test('lists the records by kind, the most serious kind first, each with a link', () => {
    const { subject, text, html } = mail(
      { drivers: [aDriver(9)], units: [aUnit()], inspections: [anInspection] },
      { medical_card: 1, major_defect: 1, not_ready: 1, approval: 1 },
      3,
    )
    expect(subject).toBe('Needs attention today: 3 records · Monday, November 23')
    expect(text).toBe(`Hello Ruth,

3 records in your areas need attention today, Monday, November 23.

Open major defects (1)
- Trailer T 10/42&: 2 open major defects
  https://yard.example/trailers?find=T%2010%2F42%26

Not ready to roll (1)
- Trailer T 10/42&: on service, 2 open major defects
  https://yard.example/trailers?find=T%2010%2F42%26

Medical cards (1)
- Terrence Boone 9: expired 3 days ago (Nov 20, 2026)
  https://yard.example/drivers?find=Terrence%20Boone%209

Inspections awaiting approval (1)
- 1042 · Volvo: PM A, Nov 22, 2026
  https://yard.example/maintenance?open=88

Open Haulyard: https://yard.example/

You get this mail on weekday mornings because it is switched on in your profile. Switch it off there: https://yard.example/users/7`)
    for (const link of text.match(/https:\S+/g) ?? []) expect(html).toContain(`href="${link}"`)
    for (const part of ['Open major defects (1)', 'expired 3 days ago (Nov 20, 2026)', 'PM A, Nov 22, 2026'])
      expect(html).toContain(part)
  })

  test('names the service that is due again, and links users who may view only maintenance to the reports of a unit', () => {
    const brakes = {
      ...anInspection,
      service_type_display: 'Brake service',
      approved_date: '2026-11-22',
      due_on: '2026-11-20',
    }
    const { text } = mail({ units: [aUnit()], inspections: [brakes] }, { service: 1, not_ready: 1 }, 2, TO, [
      'maintenance',
    ])
    expect(text).toContain(
      '- 1042 · Volvo: Brake service, was due 3 days ago (Nov 20, 2026)\n  https://yard.example/maintenance?open=88',
    )
    expect(text).toContain(
      '- Trailer T 10/42&: on service, 2 open major defects\n  https://yard.example/maintenance?vehicles=T%2010%2F42%26',
    )
  })

  test('lists at most ten records of each kind, and counts the rest', () => {
    const drivers = Array.from({ length: 12 }, (_, n) => aDriver(n + 10))
    const { text, html } = mail({ drivers }, { medical_card: 33 }, 33)
    expect(text.match(/^- Terrence/gm)).toHaveLength(10)
    expect(text).toContain('- and 23 more: https://yard.example/\n')
    expect(html.match(/<li/g)).toHaveLength(11)
    expect(mail({ drivers: drivers.slice(0, 10) }, { medical_card: 10 }, 10).text).not.toContain('more')
  })

  test('treats user input as text: it adds no markup, no header and no line', () => {
    const user = {
      id: 1,
      first_name: '<script>alert("1")</script>\r\nBcc: x@y.example',
      last_name: `O'Neil\u2028&`,
      photo: null,
    }
    const reader = { ...TO, first_name: '<b>Ruth</b>\nBcc: z@y.example', last_name: '\r\nX: y' }
    const unit = aUnit({ id: '"><img src=x>' })
    const message = mail(
      { drivers: [aDriver(9, { user })], units: [unit] },
      { medical_card: 1, not_ready: 1 },
      2,
      reader,
    )
    const { html, text } = message
    expect(html).not.toMatch(/<script|<img|<b>|src=(?!x&gt;)|url\(/)
    expect(html).toContain(`&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; Bcc: x@y.example O&#39;Neil &amp;</a>`)
    expect(text).toContain(`- <script>alert("1")</script> Bcc: x@y.example O'Neil &: expired`)
    expect(text.split(/[\n\r\u2028]/)[0]).toBe('Hello <b>Ruth</b> Bcc: z@y.example,')
    const { subject, to } = toMailOptions(message, 'Haulyard <no-reply@yard.example>')
    expect(JSON.stringify([subject, to])).not.toMatch(/\\[nr]/)
    // User input appears in a URL only as part of its query.
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&#39;', "'"))
    expect(links).toHaveLength(4)
    for (const link of links) expect(link).toMatch(/^https:\/\/yard\.example\/[\w/]*(?:\?find=[\w%.!~*'()-]+)?$/)
  })
})
