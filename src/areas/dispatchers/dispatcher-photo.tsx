import { administrator } from '#contract/access.ts'
import type { Dispatcher } from '#contract/dispatchers.ts'
import { fullName } from '#contract/people.ts'
import { photoFile } from '#src/form/photo-file.ts'
import { PhotoFrame } from '#src/form/photo-frame.tsx'
import { PhotoMenu } from '#src/form/photo-menu.tsx'
import { submitWithUndo } from '#src/form/submit-with-undo.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'
import { useCan } from '#src/session/use-can.ts'

/** A dispatcher's photo; administrators choose another here, which is kept as a change at once. */
export function DispatcherPhoto({ dispatcher }: { readonly dispatcher: Dispatcher }) {
  const mayChange = useCan(administrator)
  const { user } = dispatcher
  return (
    <PhotoFrame person={user} size={90}>
      {mayChange ? (
        <PhotoMenu
          name={fullName(user)}
          hasPhoto={user.photo !== null}
          onChoose={(photo) => keepPhoto(dispatcher, photo)}
          onRemove={() => takePhotoAway(dispatcher)}
        />
      ) : null}
    </PhotoFrame>
  )
}

const commands = () => import('./dispatcher-photo-commands.ts')

async function takePhotoAway(dispatcher: Dispatcher): Promise<void> {
  const { changeDispatcherPhoto, noPhoto } = await commands()
  await submitWithUndo(changeDispatcherPhoto, noPhoto(dispatcher), { seenVersion: dispatcher.version })
}

async function keepPhoto(dispatcher: Dispatcher, photo: File): Promise<void> {
  const { changeDispatcherPhoto, newPhoto } = await commands()
  const id = newUuid()
  await submitWithUndo(changeDispatcherPhoto, newPhoto(dispatcher, id), {
    seenVersion: dispatcher.version,
    files: photoFile(photo, id),
  })
}
