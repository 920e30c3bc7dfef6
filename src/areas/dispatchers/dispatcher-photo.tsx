import { administrator } from '#contract/access.ts'
import type { Dispatcher } from '#contract/dispatchers.ts'
import { fullName } from '#contract/people.ts'
import { photoFile } from '#src/form/photo-change.ts'
import { PhotoFrame } from '#src/form/photo-frame.tsx'
import { PhotoMenu } from '#src/form/photo-menu.tsx'
import { submitWithUndo } from '#src/form/submit-with-undo.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'
import { useCan } from '#src/session/use-can.ts'
import { changeDispatcherPhoto, newPhoto, noPhoto } from './dispatcher-photo-commands.ts'

/** A dispatcher's photo; administrators choose another here, which is kept as a change at once. */
export function DispatcherPhoto({ dispatcher }: { readonly dispatcher: Dispatcher }) {
  const mayChange = useCan(administrator)
  const { user, version } = dispatcher
  return (
    <PhotoFrame person={user} size={90}>
      {mayChange ? (
        <PhotoMenu
          name={fullName(user)}
          hasPhoto={user.photo !== null}
          onChoose={(photo) => keepPhoto(dispatcher, photo)}
          onRemove={() => submitWithUndo(changeDispatcherPhoto, noPhoto(dispatcher), { seenVersion: version })}
        />
      ) : null}
    </PhotoFrame>
  )
}

async function keepPhoto(dispatcher: Dispatcher, photo: File): Promise<void> {
  const id = newUuid()
  await submitWithUndo(changeDispatcherPhoto, newPhoto(dispatcher, id), {
    seenVersion: dispatcher.version,
    files: photoFile(photo, id),
  })
}
