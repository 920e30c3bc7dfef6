import { Button } from '@mantine/core'
import { IconCurrentLocation, IconHistory } from '@tabler/icons-react'
import type { Ref } from 'react'
import { PanelClose } from '#src/ui/dialog/panel-close.tsx'
import { Fact } from '#src/ui/page/fact.tsx'
import { StatusBadge } from '#src/ui/status/status-badge.tsx'
import type { MapItem } from './map-item.ts'
import { MapItemAge } from './map-item-age.tsx'
import classes from './map-item-card.module.css'
import { factsOf } from './map-item-facts.ts'
import { MapItemLink } from './map-item-link.tsx'
import { mapStateOf, stateWords } from './map-marks.ts'

interface MapItemCardProps {
  readonly ref: Ref<HTMLElement>
  readonly item: MapItem
  readonly isFollowed: boolean
  readonly onFollow: (follows: boolean) => void
  /** Opens the history; null for an item without one. */
  readonly onHistory: (() => void) | null
  readonly onClose: () => void
}

/** The card of the selected item. */
export function MapItemCard({ ref, item, isFollowed, onFollow, onHistory, onClose }: MapItemCardProps) {
  const { color } = mapStateOf(item.state)
  return (
    <section ref={ref} className={classes.card} aria-label={item.title}>
      <header className={classes.head}>
        <h2 translate="no">{item.title}</h2>
        <StatusBadge color={color} title={stateWords(item)} />
        <PanelClose label={`Close ${item.title}`} onClose={onClose} />
      </header>
      <p className={classes.where}>
        <span>{item.location === null ? 'Location not known' : item.place || 'On the map'}</span>
        <MapItemAge item={item} />
      </p>
      <dl className={classes.facts}>
        {factsOf(item).map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      <div className={classes.acts}>
        <Button
          size="compact-md"
          variant={isFollowed ? 'light' : 'default'}
          aria-pressed={isFollowed}
          disabled={item.location === null}
          leftSection={<IconCurrentLocation size={16} aria-hidden />}
          onClick={() => onFollow(!isFollowed)}
        >
          Follow
        </Button>
        {onHistory ? (
          <Button
            data-history
            size="compact-md"
            variant="default"
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={onHistory}
          >
            History
          </Button>
        ) : null}
        <MapItemLink item={item} />
      </div>
    </section>
  )
}
