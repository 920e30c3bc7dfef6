import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { phraseSearch } from '#contract/text/search.ts'
import { unitNumberOf } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { openRow } from '#src/list/opened-rows.ts'
import type { MapItem } from './map-item.ts'

interface RecordLink {
  readonly words: string
  readonly link: LinkProps
  /** The row to open in the list. */
  readonly opens: { readonly list: string; readonly key: string }
}

/** A link to the item's record; null for an item that is not a record here. */
function recordLinkOf({ of }: MapItem): RecordLink | null {
  if (of.kind === 'driver') {
    const find = phraseSearch(fullName(of.row))
    const key = String(of.row.id)
    return { words: 'Open driver', link: { to: '/drivers', search: { find } }, opens: { list: 'drivers', key } }
  }
  const { unit } = of.row
  if (unit === null) return null
  const search = { find: phraseSearch(unitNumberOf(unit)) }
  return of.kind === 'vehicle'
    ? { words: 'Open truck', link: { to: '/trucks', search }, opens: { list: 'trucks', key: unit.id } }
    : { words: 'Open trailer', link: { to: '/trailers', search }, opens: { list: 'trailers', key: unit.id } }
}

/** A link to the record of the selected item. Users who see the item may see the record. */
export function MapItemLink({ item }: { readonly item: MapItem }) {
  const lead = recordLinkOf(item)
  if (lead === null) return null
  return (
    <Button
      size="compact-md"
      variant="subtle"
      rightSection={<IconArrowRight size={16} aria-hidden />}
      renderRoot={(props) => (
        <Link {...props} {...lead.link} onClick={() => openRow(lead.opens.list, lead.opens.key)} />
      )}
    >
      {lead.words}
    </Button>
  )
}
