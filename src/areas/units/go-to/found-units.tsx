import { IconContainer, IconTruck, IconZoomQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { vehicleStatusOf } from '#contract/units/unit-choices.ts'
import { unitKind, unitNumberWords } from '#contract/units/unit-names.ts'
import { unitRowCodes, unitTexts } from '#contract/units/unit-search.ts'
import type { Unit } from '#contract/units/units.ts'
import { isOnCard, Looks } from '#src/areas/units/list/found-words.tsx'
import { formatCount } from '#src/format/numbers.ts'
import { useFoundFirst } from '#src/list/found/found-first.tsx'
import { ICON, ReadingPlaceholder } from '#src/list/reading-placeholder.tsx'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import { StatusBadge } from '#src/ui/status/status-badge.tsx'
import { Marked } from '#src/ui/text/marked.tsx'
import { unitAddress } from '../unit-address.ts'
import classes from './unit-finder.module.css'

/** The most rows drawn. A longer search finds the others. */
const MOST = 20
const SEARCHED = { codesOf: unitRowCodes, textsOf: unitTexts, isShown: isOnCard }

interface FoundUnitsProps {
  readonly find: string
  readonly list: ReadList<Unit>
  /** The user opened one of them. */
  readonly onOpen: () => void
}

/** The units that a search found, the best match first, each with what matched. */
export function FoundUnits({ find, list: found, onOpen }: FoundUnitsProps) {
  const { list, others, none } = useFoundFirst(found, { find, noun: 'unit' }, SEARCHED)
  if (list.state !== 'ready' || list.rows.length === 0) {
    return (
      <>
        {none ?? (
          <ReadingPlaceholder
            list={list}
            what="list"
            subject="The units"
            loading={<p role="status">Loading...</p>}
            nothing={<EmptyState isAlert icon={<IconZoomQuestion {...ICON} />} title={`No unit ${find.trim()}`} />}
          />
        )}
        {others}
      </>
    )
  }
  return (
    <>
      <ul className={classes.units} aria-label="Units">
        {list.rows.slice(0, MOST).map((unit) => (
          <li key={unitKind.keyOf(unit)}>
            <FoundUnit unit={unit} find={find} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {list.count > MOST ? (
        <p className={classes.more}>{formatCount(list.count - MOST)} more. Type more to see fewer.</p>
      ) : null}
      {others}
    </>
  )
}

interface FoundUnitProps extends Pick<FoundUnitsProps, 'find' | 'onOpen'> {
  readonly unit: Unit
}

function FoundUnit({ unit, find, onOpen }: FoundUnitProps) {
  const Icon = unit.kind === 'truck' ? IconTruck : IconContainer
  return (
    <Link {...unitAddress(unit)} className={classes.unit ?? ''} onClick={onOpen}>
      <Icon size={24} stroke={1.5} aria-hidden />
      <span className={classes.told}>
        <b translate="no">
          <Marked text={unitNumberWords(unit)} find={find} />
        </b>
        <span className={classes.looks}>
          <Looks unit={unit} find={find} isShown={isOnCard} />
        </span>
      </span>
      <StatusBadge {...vehicleStatusOf(unit.status)} />
    </Link>
  )
}
