import { type ReactNode, useState } from 'react'
import { countOf } from '#src/format/numbers.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { useSession } from '#src/session/session.ts'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { type StatusColor, StatusLegend } from '#src/ui/status/status-badge.tsx'
import { useDensity } from './density.ts'
import type { Finding } from './find-field.tsx'
import { CardGrid, type CardGridProps, type CardLook } from './grid/card-grid.tsx'
import { useNearEnd } from './grid/use-near-end.ts'
import { type Choosing, ListControls } from './list-controls.tsx'
import { ListEnd } from './list-end.tsx'
import classes from './list-page.module.css'
import { ListPlaceholder } from './list-placeholder.tsx'

interface LookProps<Row> extends CardLook<Row> {
  /** A row in one line, where there is such a look: the person chooses between the two. */
  readonly compact?: Pick<CardLook<Row>, 'card' | 'cardHeight'>
}

interface NarrowingProps<Filter extends string> {
  /** One choice, beside the title; a page with filters of its own has none. */
  readonly filter?: Choosing<Filter>
  /** By filters of the page's own: in words, empty for nothing. */
  readonly narrowed?: string
  /** What is looked for, where a list can be searched. */
  readonly find?: Finding
  /** Takes the filter and the search away; unless given, the first choice of the filter is chosen. */
  readonly onClear?: () => void
}

interface ListPageProps<Row, Sort extends string, Filter extends string>
  extends Pick<CardGridProps<Row>, 'keyOf' | 'wide'>,
    LookProps<Row>,
    NarrowingProps<Filter> {
  readonly title: string
  /** What a row is called: "driver"; `s` makes it many. */
  readonly noun: string
  readonly list: ReadList<Row>
  /** What the colors of the cards mean, where they have any. */
  readonly legend?: readonly { readonly color: StatusColor; readonly title: string }[]
  readonly sort?: Choosing<Sort>
  /** Buttons of the page: "Add truck". */
  readonly actions?: ReactNode
  readonly own?: OwnParts
}

/** What only one page has. */
interface OwnParts {
  /** Names what is chosen by the page's own controls: who comes back to it finds it as it was left. */
  readonly shown: string
  /** Between the title and the rows: tabs, filters, what is selected. */
  readonly tools: ReactNode
  /** Right above the rows: what stands in their columns. */
  readonly head?: ReactNode
  /** Said where there is no row at all. */
  readonly nothing: string
  /** For tabs: what the rows stand in, and by what it is labeled. */
  readonly panel?: { readonly id: string; readonly labelledBy: string }
}

/**
 * The frame of every list of cards: title, legend, search, sort, filter, count, age, and the cards, as many as are on
 * screen. What is chosen lives in the address; the page gives it and hears of changes.
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
  const keeps = { list: shown, isReturnedTo: shown === arrivedAt, rowsOf }
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
              {...{ keyOf, wide, keeps, name: title, rows: list.rows, count: list.count }}
            />
          </>
        ) : (
          <ListPlaceholder {...{ list, noun, ...look, nothing: own?.nothing }} {...narrowing(props)} />
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

/** Cards, or a line a row where there are such and the person likes them better. */
function useLook<Row>({ card, cardHeight, cardWidth, isCompact = false, compact }: LookProps<Row>) {
  const [value, onChoose] = useDensity()
  const cards: CardLook<Row> = { card, cardHeight, cardWidth, isCompact }
  if (!compact) return { look: cards, density: null }
  const lines: CardLook<Row> = { ...compact, cardWidth: Number.POSITIVE_INFINITY, isCompact: true }
  return { look: value === 'compact' ? lines : cards, density: { value, onChoose } }
}

/** What a list is narrowed to, in words, and how to take that away. */
function narrowing<Filter extends string>({ filter, narrowed, find, onClear }: NarrowingProps<Filter>) {
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
