import { type ReactNode, useState } from 'react'
import { countOf } from '#src/format/numbers.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { useSession } from '#src/session/session.ts'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { type StatusColor, StatusLegend } from '#src/ui/status/status-badge.tsx'
import { useDensity } from './density.ts'
import type { ListSearch } from './find-field.tsx'
import { CardGrid, type CardGridProps, type CardLook } from './grid/card-grid.tsx'
import { useNearEnd } from './grid/use-near-end.ts'
import { type ListChoice, ListControls } from './list-controls.tsx'
import { ListEnd } from './list-end.tsx'
import classes from './list-page.module.css'
import { ListPlaceholder } from './list-placeholder.tsx'

interface LookProps<Row> extends CardLook<Row> {
  /** The one-line form of a row. With it the user can choose between the two forms. */
  readonly compact?: Pick<CardLook<Row>, 'card' | 'cardHeight'>
}

interface NarrowingProps<Filter extends string> {
  /** The filter next to the title. A page with filters of its own omits it. */
  readonly filter?: ListChoice<Filter>
  /** The page's own active filters in words; empty for none. */
  readonly narrowed?: string
  /** The search, for a list that can be searched. */
  readonly find?: ListSearch
  /** Clears filter and search. By default it selects the filter's first choice. */
  readonly onClear?: () => void
}

interface ListPageProps<Row, Sort extends string, Filter extends string>
  extends Pick<CardGridProps<Row>, 'keyOf' | 'wide'>,
    LookProps<Row>,
    NarrowingProps<Filter> {
  readonly title: string
  /** The noun for a row: "driver". Its plural adds an `s`. */
  readonly noun: string
  readonly list: ReadList<Row>
  /** The meaning of the cards' colors. */
  readonly legend?: readonly { readonly color: StatusColor; readonly title: string }[]
  readonly sort?: ListChoice<Sort>
  /** Buttons of the page: "Add truck". */
  readonly actions?: ReactNode
  readonly own?: OwnParts
}

/** The parts that only some pages have. */
interface OwnParts {
  /** Names the state of the page's own controls. The scroll position is remembered for each state. */
  readonly shown: string
  /** Between the title and the rows: tabs, filters, what is selected. */
  readonly tools: ReactNode
  /** Directly above the rows: the column headers. */
  readonly head?: ReactNode
  /** Shown when the list has no rows at all. */
  readonly nothing?: string
  /** Takes the place of the rows when a search found none; null for the usual words. */
  readonly none?: ReactNode
  /** For tabs: the id of the panel around the rows and the id of its label. */
  readonly panel?: { readonly id: string; readonly labelledBy: string }
}

/**
 * The frame of every list of cards: title, legend, search, sort, filter, count, age, and the cards near the window. The
 * URL holds the choices; the page passes them in and handles changes.
 */
export function ListPage<Row, Sort extends string, Filter extends string>(props: ListPageProps<Row, Sort, Filter>) {
  const { title, noun, list, legend, sort, filter, find, actions, own, keyOf, wide } = props
  const canLoadMore = list.hasMore && !list.isLoadingMore && list.moreProblem === null
  useNearEnd(canLoadMore, list.loadMore, list.rows.length)
  const { look, density } = useLook(props)
  const person = useSession().user?.id
  const shown = [person, title, density?.value, sort?.value, filter?.value, find?.value, own?.shown].join(' ')
  const [arrivedAt] = useState(shown)
  const [rowsOf, setRowsOf] = useState(shown)
  if (!list.isFormer && rowsOf !== shown) setRowsOf(shown)
  const memory = { list: shown, isReturnedTo: shown === arrivedAt, rowsOf }
  return (
    <>
      <div className={classes.head}>
        <PageTitle title={title} note={<ListNote list={list} noun={noun} />}>
          <ListControls {...{ list, sort, filter, find, density, actions }} />
        </PageTitle>
        {legend ? <StatusLegend statuses={legend} /> : null}
        {own?.tools}
      </div>
      <Panel {...own?.panel}>
        {list.state === 'ready' && list.rows.length > 0 ? (
          <>
            {own?.head}
            <CardGrid
              key={density?.value}
              {...look}
              {...{ keyOf, wide, memory, name: title, rows: list.rows, count: list.count }}
            />
          </>
        ) : (
          (own?.none ?? (
            <ListPlaceholder {...{ list, noun, ...look, nothing: own?.nothing }} {...describeNarrowing(props)} />
          ))
        )}
        <ListEnd list={list} />
      </Panel>
    </>
  )
}

function Panel({
  id,
  labelledBy,
  children,
}: Partial<NonNullable<OwnParts['panel']>> & { readonly children: ReactNode }) {
  if (id === undefined) return children
  return (
    <div role="tabpanel" id={id} aria-labelledby={labelledBy}>
      {children}
    </div>
  )
}

/** The look of the rows: cards, or lines if the page has them and the user chose them. */
function useLook<Row>({ card, cardHeight, cardWidth, isCompact = false, compact }: LookProps<Row>) {
  const [value, onChoose] = useDensity()
  const cards: CardLook<Row> = { card, cardHeight, cardWidth, isCompact }
  if (!compact) return { look: cards, density: null }
  const lines: CardLook<Row> = { ...compact, cardWidth: Number.POSITIVE_INFINITY, isCompact: true }
  return { look: value === 'compact' ? lines : cards, density: { value, onChoose } }
}

/** Describes the active filter and search and returns a function that clears them. */
function describeNarrowing<Filter extends string>({ filter, narrowed, find, onClear }: NarrowingProps<Filter>) {
  const chosen = filter?.choices.find((one) => one.value === filter.value)?.title ?? filter?.value
  const words = narrowed ?? (filter?.value ? `the filter ${chosen}` : '')
  const clear = () => filter?.choices[0] && filter.onChoose(filter.choices[0].value)
  return { narrowed: { filter: words, find: find?.value.trim() ?? '' }, onClear: onClear ?? clear }
}

function ListNote<Row>({ list, noun }: { readonly list: ReadList<Row>; readonly noun: string }) {
  if (list.state !== 'ready') return null
  return (
    <>
      <span data-testid="list-count">{countOf(list.count, noun)}</span> · <AgeLabel at={list.updatedAt} form="as_of" />
      {list.isRefreshing ? ' · refreshing' : ''}
    </>
  )
}
