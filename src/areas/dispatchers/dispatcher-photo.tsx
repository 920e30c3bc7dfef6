import type { Dispatcher } from '#contract/people/dispatchers.ts'
import { administrator } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { PhotoFrame } from '#src/form/photos/photo-frame.tsx'
import { PhotoMenu } from '#src/form/photos/photo-menu.tsx'
import { savePhoto } from '#src/record/photo-acts.ts'
import { useCan } from '#src/session/use-can.ts'

const load = () => import('./dispatcher-photo-commands.ts').then(({ changeDispatcherPhoto }) => changeDispatcherPhoto)

/** A dispatcher's photo. Administrators can change it here, which is saved immediately. */
export function DispatcherPhoto({ dispatcher }: { readonly dispatcher: Dispatcher }) {
  const mayChange = useCan(administrator)
  const { user, version } = dispatcher
  const keep = (photo: Promise<File> | null) => savePhoto(load, [dispatcher, version], photo)
  return (
    <PhotoFrame person={user} size={90}>
      {mayChange ? (
        <PhotoMenu name={fullName(user)} hasPhoto={user.photo !== null} onChoose={keep} onRemove={() => keep(null)} />
      ) : null}
    </PhotoFrame>
  )
}
