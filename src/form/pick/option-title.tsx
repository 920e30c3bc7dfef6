import { hiddenHits } from '#contract/text/hits.ts'
import { searchWords } from '#contract/text/search.ts'
import { Marked, MarkedEnd } from '#src/ui/text/marked.tsx'
import classes from './pick-list.module.css'
import { type Pickable, SEARCHED_CHOICES } from './pickable.ts'

interface OptionTitleProps {
  readonly choice: Pickable
  /** The search that found the choice; empty for none. */
  readonly find: string
}

/** The title of a choice, with the text in which a search found it if the title does not contain that text. */
export function OptionTitle({ choice, find }: OptionTitleProps) {
  const { textsOf, isShown } = SEARCHED_CHOICES
  const [hit] = find === '' ? [] : hiddenHits(textsOf(choice), searchWords(find), isShown)
  return (
    <span>
      <Marked text={choice.title} find={find} />
      {hit ? (
        <span className={classes.hit}>
          {hit.title} <MarkedEnd text={hit.text} find={find} />
        </span>
      ) : null}
    </span>
  )
}
