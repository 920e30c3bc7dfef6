import { type ReactNode, useState } from 'react'
import { countOf } from '#src/format/numbers.ts'
import type { ReadList } from '#src/offline/use-list.ts'
import { useSession } from '#src/session/session.ts'
import { AgeLabel } from '#src/ui/age-label.tsx'
import { PageTitle } from '#src/ui/page-title.tsx'
import { type StatusColour, StatusLegend } from '#src/ui/status-badge.tsx'
import { CardGrid, type CardGridProps, type CardLook } from './card-grid.tsx'
import { useDensity } from './density.ts'
import type { Finding } from './find-field.tsx'
import { type Choosing, ListControls } from './list-controls.tsx'
import { ListEnd } from './list-end.tsx'
import classes from './list-page.module.css'
import { ListPlaceholder } from './list-placeholder.tsx'
import { useNearEnd } from './use-near-end.ts'

interface LookProps<Row> extends Omit<CardLook<Row>, 'isCompact'> {
  /** A row in one line, where there is such a look: the person chooses between the two. */
  readonly compact?: Pick<CardLook<Row>, 'card' | 'cardHeight'>
}

interface NarrowingProps<Filter extends string> {
  readonly filter: Choosing<Filter>
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
  /** What the colours of the cards mean, where they have any. */
  readonly legend?: readonly { readonly colour: StatusColour; readonly title: string }[]
  readonly sort: Choosing<Sort>
  /** Buttons of the page: "Add truck". */
  readonly actions?: ReactNode
}

/**
 * The frame of every list of cards: title, legend, search, sort, filter, count, age, and the cards, as many as are on
 * screen. What is chosen lives in the address; the page gives it and hears of changes.
 */
export function ListPage<Row, Sort extends string, Filter extends string>(props: ListPageProps<Row, Sort, Filter>) {
  const { title, noun, list, legend, sort, filter, find, actions, keyOf, wide } = props
  const canLoadMore = list.hasMore && !list.isLoadingMore && list.moreProblem === null
  useNearEnd(canLoadMore, list.loadMore, list.rows.length)
  const { look, density } = useLook(props)
  const person = useSession().user?.id
  const shown = [person, title, density?.value, sort.value, filter.value, find?.value].join(' ')
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
      </div>
      {list.state === 'ready' && list.rows.length > 0 ? (
        <CardGrid
          key={density?.value}
          {...look}
          {...{ keyOf, wide, keeps, name: title, rows: list.rows, count: list.count }}
        />
      ) : (
        <ListPlaceholder {...{ list, noun, ...look }} {...narrowing(props)} />
      )}
      <ListEnd list={list} />
    </>
  )
}

/** Cards, or a line a row where there are such and the person likes them better. */
function useLook<Row>({ card, cardHeight, cardWidth, compact }: LookProps<Row>) {
  const [value, onChoose] = useDensity()
  const cards: CardLook<Row> = { card, cardHeight, cardWidth }
  if (!compact) return { look: cards, density: null }
  const lines: CardLook<Row> = { ...compact, cardWidth: Number.POSITIVE_INFINITY, isCompact: true }
  return { look: value === 'compact' ? lines : cards, density: { value, onChoose } }
}

/** What a list is narrowed to, in words, and how to take that away. */
function narrowing<Filter extends string>({ filter, find, onClear }: NarrowingProps<Filter>) {
  const { value, choices, onChoose } = filter
  const title = choices.find((one) => one.value === value)?.title ?? value
  const clear = () => choices[0] && onChoose(choices[0].value)
  return { narrowed: { filter: value && title, find: find?.value.trim() ?? '' }, onClear: onClear ?? clear }
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
