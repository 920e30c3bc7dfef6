import { NativeSelect } from '@mantine/core'
import { sizeWords } from '#src/format/numbers.ts'
import {
  MOBILE_BUDGETS,
  type MobileBudget,
  setMobileBudget,
  spentToday,
  useMobileBudget,
} from '#src/offline/prefetch/mobile-budget.ts'
import { fetchPrefetchSet } from '#src/offline/prefetch/prefetch-schedule.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'

const nameOf = (budget: MobileBudget) => (budget === null ? 'none' : `${budget}`)

const wordsOf = (budget: MobileBudget) => {
  if (budget === 0) return 'Only what work needs'
  return budget === null ? 'No limit' : `Up to ${sizeWords(budget)} a day`
}

/** The daily limit for what this device fetches ahead over mobile data, beyond what work needs. */
export function MobileBudgetField({ userId }: { readonly userId: number }) {
  const budget = useMobileBudget(userId)
  const choose = (name: string) => {
    const chosen = MOBILE_BUDGETS.find((one) => nameOf(one) === name)
    if (chosen === undefined) return
    setMobileBudget(userId, chosen)
    fetchPrefetchSet().catch(toastFailure)
  }
  return (
    <NativeSelect
      label="Over mobile data"
      description={`Units, drivers, this week and the pickers are always downloaded. Today: ${sizeWords(spentToday())}, before compression.`}
      data={MOBILE_BUDGETS.map((one) => ({ value: nameOf(one), label: wordsOf(one) }))}
      value={nameOf(budget)}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
