import type { Dispatcher } from '#contract/people/dispatchers.ts'
import { phraseSearch } from '#contract/text/search.ts'
import { fullName } from '#contract/wire/people.ts'

/** The address of the list of dispatchers with this dispatcher alone. */
export const dispatcherPage = ({ was }: { readonly was: Pick<Dispatcher, 'user'> }): string =>
  `/dispatchers?find=${encodeURIComponent(phraseSearch(fullName(was.user)))}`
