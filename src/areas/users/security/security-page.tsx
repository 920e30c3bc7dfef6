import { useMemo } from 'react'
import type { SecurityEvent } from '#contract/session/security.ts'
import { NeedsNetwork } from '#src/form/frame/needs-network.tsx'
import { ListPage } from '#src/list/list-page.tsx'
import { useList } from '#src/offline/reading/use-list.ts'
import { usePerson } from './person-filter.tsx'
import { SecurityActs } from './security-acts.tsx'
import { isNarrowed, parseFilter } from './security-filter.ts'
import { SecurityFilters } from './security-filters.tsx'
import { SecurityHead, SecurityLine } from './security-line.tsx'
import { securityLineSize } from './security-line-size.ts'
import { securityList, securityRows } from './security-queries.ts'
import { SECURITY_DEFAULTS, type SecuritySearch } from './security-search.ts'

interface SecurityPageProps {
  readonly search: SecuritySearch
  readonly onSearch: (search: SecuritySearch) => void
}

const line = (event: SecurityEvent) => <SecurityLine event={event} />

/** The security log, the newest first: events of accounts and sessions, refusals, and exports. */
export function SecurityPage({ search, onSearch }: SecurityPageProps) {
  const filter = useMemo(() => parseFilter(search), [search])
  const list = useList(securityList(filter), { keepsFormer: true })
  const person = usePerson(filter.user, list.rows)
  return (
    <ListPage
      title="Security"
      noun="event"
      list={list}
      narrowed={isNarrowed(filter) ? 'these filters' : ''}
      onClear={() => onSearch(SECURITY_DEFAULTS)}
      actions={<SecurityActs filter={filter} person={person} />}
      own={{
        shown: JSON.stringify(filter),
        tools: (
          <>
            <NeedsNetwork>There is no network: a CSV and signing everybody out need one.</NeedsNetwork>
            <SecurityFilters {...{ search, filter, person, onSearch }} />
          </>
        ),
        head: <SecurityHead />,
        nothing: 'Nothing has happened yet.',
      }}
      keyOf={securityRows.keyOf}
      {...securityLineSize}
      card={line}
    />
  )
}
