import { useContext, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { HoldContext } from '#src/form/photos/photo-hold.tsx'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { loadChunk } from '#src/session/load-chunk.ts'
import { toastWithUndo } from '#src/ui/notice/undo-toast.tsx'
import type { FileSource } from '../photos/file-source.ts'
import { photoWork } from '../photos/photo-work.ts'
import { Intake } from './intake.ts'
import type { NewAttachment } from './new-attachment.ts'

interface IntakeInput {
  readonly value: readonly NewAttachment[]
  /** The number of the record's existing attachments. */
  readonly others: number
  /** The files in other fields of the same record. */
  readonly besides: readonly NewAttachment[]
  readonly onChange: (attachments: readonly NewAttachment[]) => void
}

const newIntake = () =>
  new Intake({
    make: (file, source, signal) => photoWork.do({ make: 'attachment', file, source }, signal),
    asShot: async (file, id) => (await loadChunk(() => import('../photos/unshrunk-shot.ts'))).unshrunkShot(file, id),
    newId: newUuid,
  })

/** The intake of a form's files while the form is open. The form's submit waits for it. */
export function useIntake({ value, others, besides, onChange }: IntakeInput) {
  const hold = useContext(HoldContext)
  const [intake] = useState(newIntake)
  const holdAll = (works: readonly Promise<void>[]) => {
    for (const work of works) {
      hold(work)
      // The reason is shown at the file.
      work.catch(() => undefined)
    }
  }
  const holdRestored = useEffectEvent(holdAll)
  useEffect(
    () => holdRestored(intake.follow({ attachments: value, others, besides, onChange })),
    [intake, value, others, besides, onChange],
  )
  useEffect(() => () => intake.end(), [intake])
  const refused = useSyncExternalStore(intake.refused.subscribe, intake.refused.get)
  const news = useSyncExternalStore(intake.news.subscribe, intake.news.get)
  const add = (files: readonly File[], source: FileSource) => holdAll(intake.add(files, source))
  const [remove] = useState(() => (id: string) => {
    const removed = intake.remove(id)
    if (removed) toastWithUndo(`${removed.name} removed`, removed.putBack)
  })
  return { intake, refused, news, add, remove }
}
