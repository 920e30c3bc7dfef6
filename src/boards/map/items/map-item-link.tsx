import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { phraseOf } from '#contract/text/search.ts'
import { numberOf } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { openRow } from '#src/list/opened.ts'
import type { MapItem } from './map-item.ts'

interface Lead {
  readonly words: string
  readonly link: LinkProps
  /** The row that stands open there. */
  readonly opens: { readonly list: string; readonly key: string }
}

/** Where the record of an item is; null for what is no record here. */
function leadOf({ of }: MapItem): Lead | null {
  if (of.kind === 'driver') {
    const find = phraseOf(fullName(of.row))
    const key = String(of.row.id)
    return { words: 'Open driver', link: { to: '/drivers', search: { find } }, opens: { list: 'drivers', key } }
  }
  const { unit } = of.row
  if (unit === null) return null
  const search = { find: phraseOf(numberOf(unit)) }
  return of.kind === 'vehicle'
    ? { words: 'Open truck', link: { to: '/trucks', search }, opens: { list: 'trucks', key: unit.id } }
    : { words: 'Open trailer', link: { to: '/trailers', search }, opens: { list: 'trailers', key: unit.id } }
}

/** The way to the record of what is picked: whoever sees it here may see that. */
export function MapItemLink({ item }: { readonly item: MapItem }) {
  const lead = leadOf(item)
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
