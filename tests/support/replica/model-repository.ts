import type { HistoryMark, HistoryRow } from '#server/modules/events/event-repository.ts'
import type { CompanyModel } from './company-model.ts'

/** The statements of `event-repository.ts` over a `CompanyModel`, which is passed as the database. */
export const findRows = (
  sql: CompanyModel,
  ranges: readonly { readonly first: number; readonly last: number }[],
  most: number,
): Promise<HistoryRow[]> =>
  sql.read(({ history, fault }) => {
    const looked = fault === 'changes that are committed late are skipped' ? ranges.slice(-1) : ranges
    return history.filter(({ seq }) => looked.some(({ first, last }) => seq >= first && seq <= last)).slice(0, most)
  })

export const findRowsSince = (sql: CompanyModel, since: Date, most: number): Promise<HistoryRow[]> =>
  sql.read(({ history }) => history.slice(-most).filter(({ at }) => at >= since.getTime()))

export const findNewest = (sql: CompanyModel): Promise<number> => sql.read(({ history }) => history.at(-1)?.seq ?? 0)

export const findLastMark = (sql: CompanyModel, newest: number): Promise<HistoryMark | null> =>
  sql.read(({ history }) => {
    const last = history.findLast(({ seq }) => seq <= newest)
    return last ? { seq: last.seq, at: last.at } : null
  })

export const hasMark = (sql: CompanyModel, mark: HistoryMark): Promise<boolean> =>
  sql.read(
    ({ history, fault }) =>
      fault === 'a position from before a restore is accepted' ||
      history.some(({ seq, at }) => seq === mark.seq && at === mark.at),
  )

export const findMoveMark = (): Promise<null> => Promise.resolve(null)
