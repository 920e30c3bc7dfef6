import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { discardAndSay } from '#src/form/frame/draft-toasts.ts'
import { ageWords } from '#src/format/age.ts'
import type { StoredDraft } from '#src/offline/drafts/draft-database.ts'
import { useDraftOffers } from '#src/offline/drafts/drafts.ts'
import { type DraftEditor, isDraftEditor } from '#src/record/draft-editor.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { useNow } from '#src/ui/use-now.ts'
import { useUnpressed } from '#src/ui/use-unpressed.ts'
import classes from './layout/banner.module.css'
import { useOutcomeToasts } from './use-outcome-toasts.ts'

/** The draft editors of all areas, found by file name. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../areas/**/*-draft-editor.tsx')

interface OpenedDraft {
  readonly Editor: DraftEditor['Editor']
  readonly value: never
}

/**
 * The editor for a draft, with the draft's values. Throws an error with a message for the user when this version has no
 * such editor.
 */
async function editorOf({ kind, version, value }: StoredDraft): Promise<OpenedDraft> {
  for (const load of Object.values(modules)) {
    for (const { kinds, Editor } of Object.values(await load()).filter(isDraftEditor)) {
      const own = kinds.find((one) => one.name === kind && one.version === version)
      const read = own?.schema.safeParse(value)
      // The schema belongs to this editor, so its output has the editor's type.
      if (read?.success) return { Editor, value: read.data as never }
    }
  }
  throw new Error(
    'This version of Haulyard can’t open what was typed. It stays on this device; update, then try again.',
  )
}

const NO_OFFERS: readonly StoredDraft[] = []

/** Offers drafts from before a reload, a crash or a closed form: to continue or to discard. */
export function DraftOffers() {
  // This component is on every signed-in page and loads after the first screen, so it also starts the outcome toasts.
  useOutcomeToasts()
  const offers = useUnpressed(useDraftOffers(), NO_OFFERS)
  const [opened, setOpened] = useState<OpenedDraft | null>(null)
  const [first, ...others] = offers
  return (
    <>
      {first && !opened ? (
        <DraftOffer
          key={first.id}
          draft={first}
          others={others.length}
          onContinue={() => editorOf(first).then(setOpened, toastFailure)}
        />
      ) : null}
      {opened ? <opened.Editor value={opened.value} onClose={() => setOpened(null)} /> : null}
    </>
  )
}

interface DraftOfferProps {
  readonly draft: StoredDraft
  /** The number of further drafts. */
  readonly others: number
  readonly onContinue: () => Promise<void>
}

function DraftOffer({ draft, others, onContinue }: DraftOfferProps) {
  const { words, savedAt } = draft
  const now = useNow()
  return (
    <section className={classes.banner} aria-label="Not saved yet">
      <IconPencil size={18} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        {words.title === undefined ? (
          <>
            <span>
              You were typing about <strong>{words.record}</strong>, {ageWords(savedAt, now)}:
            </span>{' '}
            <span className={classes.typed}>“{words.text}”</span>
          </>
        ) : (
          <span>
            <strong>{words.title}</strong> · {ageWords(savedAt, now)}
          </span>
        )}
        {others > 0 ? ` (and ${others} more)` : ''}
      </span>
      <span className={classes.actions}>
        <Button size="compact-sm" onClick={() => void onContinue()}>
          Continue
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => void discardAndSay(draft)}>
          Discard
        </Button>
      </span>
    </section>
  )
}
