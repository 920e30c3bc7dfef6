import {
  ATTENTION,
  type Attention,
  type AttentionItem,
  type AttentionKind,
  itemsByKind,
} from '#contract/maintenance/attention.ts'
import { notReadyReasons } from '#contract/maintenance/fleet-health.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { unitNumberOf } from '#contract/units/unit-names.ts'
import type { Area } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { isImplausibleDay } from '#contract/wire/record.ts'
import { oneLine } from '#server/providers/mail/envelope.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import { countDays } from '#server/records/calendar.ts'
import { button, mailPage, paragraph } from './mail-html.ts'
import { type Addressee, greeting } from './mail-words.ts'

/** Records of each kind in one mail at most. */
const MAX_PER_KIND = 10

const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
  return (day: string) => format.format(Date.parse(`${day}T00:00:00Z`))
}
/** "Monday, November 23". */
const longDay = dayFormat({ weekday: 'long', month: 'long', day: 'numeric' })
/** "Nov 23, 2026". */
const shortDay = dayFormat({ dateStyle: 'medium' })

const countText = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/**
 * "expired 3 days ago", "expires today", "expires in 12 days"; for services and inspections "was due …", "due …".
 * `due`: the last day on which the item is in order.
 */
export function daysWords(kind: AttentionKind, due: string, today: string): string {
  if (isImplausibleDay(due)) return 'check the date'
  const days = countDays(today, due) - 1
  const [past, present] =
    kind === 'service' || kind === 'annual_inspection' ? ['was due', 'due'] : ['expired', 'expires']
  if (days < 0) return `${past} ${countText(-days, 'day')} ago`
  return days === 0 ? `${present} today` : `${present} in ${countText(days, 'day')}`
}

interface Line {
  readonly name: string
  /** Details in addition to the group's title; empty if the title is sufficient. */
  readonly detail: string
  readonly link: string | null
}

function detailOf(kind: AttentionKind, item: AttentionItem, today: string): string {
  if (item.due !== null) {
    const days = `${daysWords(kind, item.due, today)} (${shortDay(item.due)})`
    return item.of === 'inspection' ? `${item.row.service_type_display}, ${days}` : days
  }
  if (item.of === 'inspection') return `${item.row.service_type_display}, ${shortDay(item.row.date)}`
  if (item.of === 'driver') return ''
  const { row } = item
  if (kind === 'major_defect') return countText(row.open_major_defects, 'open major defect')
  return notReadyReasons({ ...row, driver: row.holder }, today)
    .map(({ words }) => words)
    .join(', ')
}

/**
 * Link to the record. Null for a driver if the reader may not view the list of drivers: the digest of a driver contains
 * the driver's own papers.
 */
function linkOf(item: AttentionItem, { address, canView }: Digest): string | null {
  if (item.of === 'inspection') return `${address}/maintenance?open=${item.row.id}`
  if (item.of === 'driver')
    return canView('drivers') ? `${address}/drivers?find=${encodeURIComponent(fullName(item.row.user))}` : null
  const id = encodeURIComponent(item.row.id)
  const area = `${item.row.kind}s` as const
  return canView(area)
    ? `${address}/${area}?find=${encodeURIComponent(unitNumberOf(item.row))}`
    : `${address}/maintenance?vehicles=${id}`
}

function nameOf(item: AttentionItem): string {
  if (item.of === 'driver') return fullName(item.row.user)
  if (item.of === 'inspection') return item.row.transport.title
  return `${item.row.kind === 'truck' ? 'Truck' : 'Trailer'} ${unitNumberOf(item.row)}`
}

interface Group {
  readonly title: string
  readonly count: number
  readonly lines: readonly Line[]
}

function groupsOf(digest: Digest): readonly Group[] {
  const { attention, today } = digest
  const items = itemsByKind(attention, today)
  return ATTENTION.filter(({ value }) => attention.counts[value] > 0).map(({ value, title }) => ({
    title,
    count: attention.counts[value],
    lines: (items.get(value) ?? []).slice(0, MAX_PER_KIND).map((item) => ({
      name: oneLine(nameOf(item)),
      detail: oneLine(detailOf(value, item, today)),
      link: linkOf(item, digest),
    })),
  }))
}

const moreOf = ({ count, lines }: Group) => (count > lines.length ? `and ${count - lines.length} more` : null)

function textOf(group: Group, home: string): string {
  const lines = group.lines.flatMap(({ name, detail, link }) => [
    `- ${name}${detail && `: ${detail}`}`,
    ...(link === null ? [] : [`  ${link}`]),
  ])
  const more = moreOf(group)
  return [`${group.title} (${group.count})`, ...lines, ...(more === null ? [] : [`- ${more}: ${home}`])].join('\n')
}

const anchor = (link: string, words: string) =>
  `<a href="${escapeHtml(link)}" style="color:#1c5fb8">${escapeHtml(words)}</a>`
const item = (content: string) => `<li style="margin:0 0 8px">${content}</li>`

function htmlOf(group: Group, home: string): string {
  const lines = group.lines.map(({ name, detail, link }) =>
    item(`${link === null ? escapeHtml(name) : anchor(link, name)}${detail && `: ${escapeHtml(detail)}`}`),
  )
  const more = moreOf(group)
  return `<h2 style="margin:24px 0 8px;font-size:16px">${escapeHtml(group.title)} (${group.count})</h2>
<ul style="margin:0 0 16px;padding-left:20px">
${[...lines, ...(more === null ? [] : [item(anchor(home, more))])].join('\n')}
</ul>`
}

/** The content of one user's digest. */
export interface Digest {
  readonly to: Addressee
  readonly attention: Attention
  readonly today: string
  /** The app's, without a trailing slash. */
  readonly address: string
  /** Whether the reader may view an area. */
  readonly canView: (area: Area) => boolean
}

/** The morning's mail about records that need attention. Text typed by users is reduced to one line and escaped. */
export function digestMail(digest: Digest): Message {
  const { to, attention, today, address } = digest
  const home = `${address}/`
  const profile = `${address}/users/${to.id}`
  const groups = groupsOf(digest)
  const hello = greeting(to)
  const records = countText(attention.total, 'record')
  const intro = `${records} in your areas ${attention.total === 1 ? 'needs' : 'need'} attention today, ${longDay(today)}.`
  const why = 'You get this mail on weekday mornings because it is switched on in your profile.'
  return {
    to: { name: fullName(to), address: to.email },
    subject: `Needs attention today: ${records} · ${longDay(today)}`,
    text: [
      hello,
      intro,
      ...groups.map((group) => textOf(group, home)),
      `Open Haulyard: ${home}`,
      `${why} Switch it off there: ${profile}`,
    ].join('\n\n'),
    html: mailPage([
      paragraph(escapeHtml(hello)),
      paragraph(escapeHtml(intro)),
      ...groups.map((group) => htmlOf(group, home)),
      paragraph(button(home, 'Open Haulyard')),
      paragraph(`${escapeHtml(why)} ${anchor(profile, 'Switch it off there')}.`),
    ]),
    link: home,
  }
}
