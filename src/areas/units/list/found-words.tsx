import { hiddenHits, type SearchedText } from '#contract/text/hits.ts'
import { searchWords } from '#contract/text/search.ts'
import { unitTexts } from '#contract/units/unit-search.ts'
import type { Unit } from '#contract/units/units.ts'
import { looksWords } from '#src/areas/units/unit-words.ts'
import { Marked, MarkedEnd } from '#src/ui/text/marked.tsx'

const NOT_ON_CARD = ['ID', 'VIN', 'transponder ID']
const NOT_ON_LINE = [...NOT_ON_CARD, 'fleet manager', 'dispatcher']

/** Whether a unit's card shows a text. */
export const isOnCard = ({ title }: SearchedText): boolean => !NOT_ON_CARD.includes(title)
/** Whether a unit's line in the compact list shows a text. */
export const isOnLine = ({ title }: SearchedText): boolean => !NOT_ON_LINE.includes(title)

interface LooksProps {
  readonly unit: Unit
  readonly find: string
  readonly isShown: (text: SearchedText) => boolean
}

/** The looks of a unit, after the text in which a search found it if the row does not show that text: its VIN. */
export function Looks({ unit, find, isShown }: LooksProps) {
  const [hit] = find === '' ? [] : hiddenHits(unitTexts(unit), searchWords(find), isShown)
  return (
    <>
      {hit ? (
        <>
          {hit.title} <MarkedEnd text={hit.text} find={find} />
          {' · '}
        </>
      ) : null}
      <Marked text={looksWords(unit)} find={find} />
    </>
  )
}
