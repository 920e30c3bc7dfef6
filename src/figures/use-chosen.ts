import { deviceNow } from '#src/browser/company-clock.ts'
import type { ListQuery } from '#src/offline/reading/list-query.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { useSession } from '#src/session/session.ts'
import type { Choice, ChoiceStore } from './choice-store.ts'
import { stillThere } from './still-there.ts'

/** What can be chosen, and by what it is told. */
export interface Choosable<One extends object> {
  readonly choice: ChoiceStore<One>
  readonly list: ListQuery<One>
  /** The same one, also when it is called otherwise by now. */
  readonly isSame: (one: One, other: One) => boolean
}

export interface Chosen<One extends object> {
  /** None means all. */
  readonly here: readonly One[]
  /** Chosen once, and not to be had any more: not asked for. */
  readonly gone: readonly One[]
  readonly list: ReadList<One>
  readonly choose: (chosen: readonly One[]) => void
}

/**
 * What has become of the signed-in person's choice. None is called gone before the server has told all that there are after the choice, be
 * it that the device has kept that. All that there are is read only where something is chosen, or somebody chooses.
 */
export function useChosen<One extends object>(
  { choice, list: query, isSame }: Choosable<One>,
  { chosen, at }: Choice<One>,
  isChoosing: boolean,
): Chosen<One> {
  const userId = useSession().user?.id ?? 0
  const list = useAllRows(query, { isWanted: isChoosing || chosen.length > 0 })
  const isSure = list.state === 'ready' && !list.hasMore && (list.updatedAt ?? 0) > at
  const { here, gone } = stillThere(chosen, isSure ? list.rows : null, { keyOf: choice.keyOf, isSame })
  return { here, gone, list, choose: (next) => choice.set(userId, { chosen: next, at: deviceNow() }) }
}
