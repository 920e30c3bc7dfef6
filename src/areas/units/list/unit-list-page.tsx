import { Button } from '@mantine/core'
import { IconPlus, IconQrcode } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type UnitKind, type UnitOrder, VEHICLE_STATUSES, type VehicleStatus } from '#contract/units/unit-choices.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import { unitRowCodes, unitTexts } from '#contract/units/unit-search.ts'
import type { Unit } from '#contract/units/units.ts'
import { edit } from '#contract/wire/access.ts'
import { useFoundFirst } from '#src/list/found/found-first.tsx'
import { ListPage } from '#src/list/list-page.tsx'
import { useOpened } from '#src/list/opened-rows.ts'
import { sortChoices } from '#src/list/sort-choices.ts'
import { useList } from '#src/offline/reading/use-list.ts'
import { Can } from '#src/session/can.tsx'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import type { Choice } from '#src/ui/status/radio-menu.tsx'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { unitRowList } from '../unit-queries.ts'
import { isOnCard } from './found-words.tsx'
import { UnitCard } from './unit-card.tsx'
import { unitCardSize, unitLineHeight } from './unit-card-size.ts'
import { UnitLine } from './unit-line.tsx'
import type { UnitChoice } from './unit-search.ts'

const NewUnitDialog = lazyPart(() =>
  import('#src/areas/units/form/new-unit-dialog.tsx').then((module) => module.NewUnitDialog),
)
const UnitLabels = lazyPart(() => import('#src/areas/units/labels/unit-labels.tsx').then((module) => module.UnitLabels))

const SORTS = sortChoices<UnitOrder>({
  id: 'Name',
  year: 'Year',
  miles_driven: 'Miles Driven',
  type: 'Type',
})
const FILTERS: readonly Choice<VehicleStatus | ''>[] = [{ value: '', title: 'All' }, ...VEHICLE_STATUSES]

interface UnitListPageProps {
  readonly kind: UnitKind
  readonly choice: UnitChoice
  /** `replace`: replaces the current entry of the browser's history, as each letter of a search does. */
  readonly onChoose: (choice: UnitChoice, how?: { readonly replace: boolean }) => void
}

const { keyOf } = unitKind
/** How units are searched, and what a card shows of them. */
const SEARCHED = { codesOf: unitRowCodes, textsOf: unitTexts, isShown: isOnCard }

/** The list of trucks or trailers, or in its place the labels of its units. */
export function UnitListPage(props: UnitListPageProps) {
  const [isLabeling, setIsLabeling] = useState(false)
  if (!isLabeling) return <UnitList {...props} onLabels={() => setIsLabeling(true)} />
  return (
    <UnitLabels
      kind={props.kind}
      choice={props.choice}
      onClose={() => setIsLabeling(false)}
      meanwhile={<p role="status">Loading...</p>}
    />
  )
}

interface UnitListProps extends UnitListPageProps {
  /** Shows the labels of the listed units. */
  readonly onLabels: () => void
}

/** The list with status, driver and readiness. Each card expands to the unit's expenses. */
function UnitList({ kind, choice, onChoose, onLabels }: UnitListProps) {
  const { sort: ordering, filter, find } = choice
  const query = useMemo(() => unitRowList(kind, { sort: ordering, filter, find }), [kind, ordering, filter, find])
  const { area, many, noun } = UNIT_WORDS[kind]
  const { list, others, none } = useFoundFirst(useList(query, { keepsFormer: true }), { find, noun }, SEARCHED)
  const [opened, toggle] = useOpened(area)
  const row = (unit: Unit) => ({ unit, find, isExpanded: opened.has(keyOf(unit)), onToggle: toggle })
  return (
    <ListPage
      title={many}
      noun={noun}
      list={list}
      legend={VEHICLE_STATUSES}
      sort={{ value: ordering, choices: SORTS, onChoose: (value) => onChoose({ ...choice, sort: value }) }}
      filter={{ value: filter, choices: FILTERS, onChoose: (value) => onChoose({ ...choice, filter: value }) }}
      find={{ value: find, onFind: (text) => onChoose({ ...choice, find: text }, { replace: true }) }}
      onClear={() => onChoose({ ...choice, filter: '', find: '' })}
      actions={<UnitListActions kind={kind} onLabels={onLabels} />}
      own={{ shown: '', tools: others, none }}
      keyOf={keyOf}
      wide={opened}
      {...unitCardSize}
      card={(unit) => <UnitCard {...row(unit)} />}
      compact={{ cardHeight: unitLineHeight, card: (unit) => <UnitLine {...row(unit)} /> }}
    />
  )
}

function UnitListActions({ kind, onLabels }: Pick<UnitListProps, 'kind' | 'onLabels'>) {
  return (
    <>
      <Button size="compact-md" variant="default" leftSection={<IconQrcode size={16} aria-hidden />} onClick={onLabels}>
        Labels
      </Button>
      <AddUnit kind={kind} />
    </>
  )
}

function AddUnit({ kind }: Pick<UnitListPageProps, 'kind'>) {
  const [isOpen, setIsOpen] = useState(false)
  const { area, noun } = UNIT_WORDS[kind]
  return (
    <Can access={edit(area)}>
      <Button size="compact-md" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        Add {noun}
      </Button>
      {isOpen ? <NewUnitDialog kind={kind} onClose={() => setIsOpen(false)} /> : null}
    </Can>
  )
}
