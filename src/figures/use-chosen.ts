import { deviceNow } from '#src/browser/company-clock.ts'
import type { ListQuery } from '#src/offline/reading/list-query.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { useSession } from '#src/session/session.ts'
import { checkChoice } from './check-choice.ts'
import type { ChoiceStore, StoredChoice } from './choice-store.ts'

/** The items that can be chosen, and the store of the choice. */
export interface ChoiceSource<One extends object> {
  readonly choice: ChoiceStore<One>
  readonly list: ListQuery<One>
  /** Whether two rows are the same item, even if its key has changed. */
  readonly isSame: (one: One, other: One) => boolean
}

export interface UserChoice<One extends object> {
  /** The existing items of the choice. Empty means all. */
  readonly here: readonly One[]
  /** Chosen items that no longer exist. They are left out of requests. */
  readonly gone: readonly One[]
  readonly list: ReadList<One>
  readonly choose: (chosen: readonly One[]) => void
}

/**
 * The signed-in user's choice, compared with the existing items. An item only counts as gone when a complete list from
 * after the choice is known, from the server or the device. The list is only read when the choice is not empty or the
 * user is choosing.
 */
export function useChosen<One extends object>(
  { choice, list: query, isSame }: ChoiceSource<One>,
  { chosen, at }: StoredChoice<One>,
  isChoosing: boolean,
): UserChoice<One> {
  const userId = useSession().user?.id ?? 0
  const list = useAllRows(query, { isWanted: isChoosing || chosen.length > 0 })
  const isSure = list.state === 'ready' && !list.hasMore && (list.updatedAt ?? 0) > at
  const { here, gone } = checkChoice(chosen, isSure ? list.rows : null, { keyOf: choice.keyOf, isSame })
  return { here, gone, list, choose: (next) => choice.set(userId, { chosen: next, at: deviceNow() }) }
}
