import { useMemo } from 'react'
import { userKind } from '#contract/people/users.ts'
import { historyEndpoints } from '#contract/wire/history.ts'
import { historyQuery } from '#src/history/history-query.ts'
import { HistoryDialog } from '#src/history/record-history.tsx'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { userList } from '../user-queries.ts'
import { USER_DEFAULTS } from '../user-search.ts'
import { ACCOUNT_HISTORY } from './account-history-words.ts'

interface AccountHistoryProps {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}

/** The history of an account, even a deleted one. */
export function AccountHistory({ id, name, onClose }: AccountHistoryProps) {
  const query = useMemo(() => historyQuery({ area: 'users', endpoint: historyEndpoints.users, id }), [id])
  const { rows } = useAllRows(userList(USER_DEFAULTS))
  return (
    <HistoryDialog
      record={name}
      query={query}
      words={ACCOUNT_HISTORY}
      kind={userKind}
      recordKey={userKind.keyOf(rows.find((user) => user.id === id) ?? { id })}
      onClose={onClose}
    />
  )
}
