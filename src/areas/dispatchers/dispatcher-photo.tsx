import { administrator } from '#contract/access.ts'
import type { Dispatcher } from '#contract/dispatchers.ts'
import { fullName } from '#contract/people.ts'
import { photoFile } from '#src/form/photo-file.ts'
import { PhotoFrame } from '#src/form/photo-frame.tsx'
import { PhotoMenu } from '#src/form/photo-menu.tsx'
import { submitAllWithUndo } from '#src/form/submit-with-undo.ts'
import { draftOf } from '#src/offline/command.ts'
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

function takePhotoAway(dispatcher: Dispatcher): Promise<void> {
  return submitAllWithUndo(
    commands().then(({ changeDispatcherPhoto, noPhoto }) => [
      draftOf(changeDispatcherPhoto, noPhoto(dispatcher), dispatcher.version),
    ]),
  )
}

function keepPhoto(dispatcher: Dispatcher, photo: Promise<File>): Promise<void> {
  const id = newUuid()
  return submitAllWithUndo(
    Promise.all([commands(), photo]).then(([{ changeDispatcherPhoto, newPhoto }, file]) => [
      { ...draftOf(changeDispatcherPhoto, newPhoto(dispatcher, id), dispatcher.version), files: photoFile(file, id) },
    ]),
  )
}
