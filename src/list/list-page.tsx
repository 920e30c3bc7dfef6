import type { ReactNode } from 'react'
import { countOf } from '#src/format/numbers.ts'
import type { ReadList } from '#src/offline/use-list.ts'
import { AgeLabel } from '#src/ui/age-label.tsx'
import { PageTitle } from '#src/ui/page-title.tsx'
import type { Choice } from '#src/ui/radio-menu.tsx'
import { type StatusColour, StatusLegend } from '#src/ui/status-badge.tsx'
import { CardGrid, type CardGridProps } from './card-grid.tsx'
import { ChoiceMenu } from './choice-menu.tsx'
import { ListEnd } from './list-end.tsx'
import classes from './list-page.module.css'
import { ListPlaceholder } from './list-placeholder.tsx'
import { useNearEnd } from './use-near-end.ts'

/** A sort or filter: what is chosen, and what may be. */
export interface Choosing<Value extends string> {
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChoose: (value: Value) => void
}

interface ListPageProps<Row, Sort extends string, Filter extends string>
  extends Pick<CardGridProps<Row>, 'keyOf' | 'isWide' | 'card' | 'cardHeight' | 'cardWidth'> {
  readonly title: string
  /** What a row is called: "driver"; `s` makes it many. */
  readonly noun: string
  readonly list: ReadList<Row>
  /** What the colours of the cards mean, where they have any. */
  readonly legend?: readonly { readonly colour: StatusColour; readonly title: string }[]
  readonly sort: Choosing<Sort>
  readonly filter: Choosing<Filter>
  /** Buttons of the page: "Add truck". */
  readonly actions?: ReactNode
}

/**
 * The frame of every list of cards: title, legend, sort, filter, count, age, and the cards, as many as are on screen.
 * What is chosen lives in the address; the page gives it and hears of changes.
 */
export function ListPage<Row, Sort extends string, Filter extends string>(props: ListPageProps<Row, Sort, Filter>) {
  const { title, noun, list, legend, sort, filter, actions } = props
  const { keyOf, isWide, card, cardHeight, cardWidth } = props
  const canLoadMore = list.hasMore && !list.isLoadingMore && list.moreProblem === null
  useNearEnd(canLoadMore, list.loadMore, list.rows.length)
  const isShown = list.state === 'ready' && list.rows.length > 0
  return (
    <>
      <div className={classes.head}>
        <PageTitle title={title} note={<ListNote list={list} noun={noun} />}>
          <ChoiceMenu label="Sort" {...sort} />
          <ChoiceMenu label="Filter" {...filter} />
          {actions}
        </PageTitle>
        {legend ? <StatusLegend statuses={legend} /> : null}
      </div>
      {isShown ? (
        <CardGrid
          // Another order or filter is another list: it starts at its top.
          key={`${sort.value} ${filter.value}`}
          rows={list.rows}
          count={list.count}
          name={title}
          {...{ keyOf, isWide, card, cardHeight, cardWidth }}
        />
      ) : (
        <ListPlaceholder list={list} noun={noun} isFiltered={filter.value !== ''} {...{ cardHeight, cardWidth }} />
      )}
      <ListEnd list={list} />
    </>
  )
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
