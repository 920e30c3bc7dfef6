import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { ageWords } from '#src/format/age.ts'
import type { StoredDraft } from '#src/offline/drafts/draft-database.ts'
import { discardDraft, useDraftOffers } from '#src/offline/drafts/drafts.ts'
import { type DraftEditor, isDraftEditor } from '#src/record/draft-editor.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { toastWithUndo } from '#src/ui/notice/undo-toast.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useUnpressed } from '#src/ui/use-unpressed.ts'
import classes from './layout/banner.module.css'
import { useToldOutcomes } from './use-told-outcomes.ts'

/** Every area's editors that can go on with a draft, found by the name of their files and by their brand. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../areas/**/*-draft-editor.tsx')

interface Opened {
  readonly Editor: DraftEditor['Editor']
  readonly value: never
}

/** The editor of a draft, with the draft's values; throws, with words for the person, when this version has none. */
async function editorOf({ kind, version, value }: StoredDraft): Promise<Opened> {
  for (const load of Object.values(modules)) {
    for (const { kinds, Editor } of Object.values(await load()).filter(isDraftEditor)) {
      const own = kinds.find((one) => one.name === kind && one.version === version)
      const read = own?.schema.safeParse(value)
      // What its own schema has just judged is what the editor takes.
      if (read?.success) return { Editor, value: read.data as never }
    }
  }
  throw new Error(
    'This version of Haulyard can’t open what was typed. It stays on this device; update, then try again.',
  )
}

const NO_OFFERS: readonly StoredDraft[] = []

/** What was typed before a reload, a crash or a closed form: to go on with, or to give up. */
export function DraftOffers() {
  // Every signed-in page has this part once it stands, and no first screen waits for it.
  useToldOutcomes()
  const offers = useUnpressed(useDraftOffers(), NO_OFFERS)
  const [opened, setOpened] = useState<Opened | null>(null)
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

/** It takes one tap, so it can be taken back. */
async function discardAndSay(draft: StoredDraft): Promise<void> {
  const restore = await discardDraft(draft)
  toastWithUndo(`Discarded what you typed about ${draft.words.record}`, () => void restore().catch(toastFailure))
}

interface DraftOfferProps {
  readonly draft: StoredDraft
  /** How many more there are. */
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
        <span>
          You were typing about <strong>{words.record}</strong>, {ageWords(savedAt, now)}:
        </span>{' '}
        <span className={classes.typed}>“{words.text}”</span>
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
