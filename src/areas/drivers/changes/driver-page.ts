import type { Driver } from '#contract/people/drivers.ts'
import { phraseSearch } from '#contract/text/search.ts'
import { fullName } from '#contract/wire/people.ts'

/** The address of the list of drivers with this driver alone. */
export const driverPage = ({ was }: { readonly was: Pick<Driver, 'user'> }): string =>
  `/drivers?find=${encodeURIComponent(phraseSearch(fullName(was.user)))}`
