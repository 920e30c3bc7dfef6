import type { Dispatcher } from '#contract/people/dispatchers.ts'
import { administrator } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { PhotoFrame } from '#src/form/photos/photo-frame.tsx'
import { PhotoMenu } from '#src/form/photos/photo-menu.tsx'
import { keepPhoto } from '#src/record/photo-acts.ts'
import { useCan } from '#src/session/use-can.ts'

const load = () => import('./dispatcher-photo-commands.ts').then(({ changeDispatcherPhoto }) => changeDispatcherPhoto)

/** A dispatcher's photo; administrators choose another here, which is kept as a change at once. */
export function DispatcherPhoto({ dispatcher }: { readonly dispatcher: Dispatcher }) {
  const mayChange = useCan(administrator)
  const { user, version } = dispatcher
  const keep = (photo: Promise<File> | null) => keepPhoto(load, [dispatcher, version], photo)
  return (
    <PhotoFrame person={user} size={90}>
      {mayChange ? (
        <PhotoMenu name={fullName(user)} hasPhoto={user.photo !== null} onChoose={keep} onRemove={() => keep(null)} />
      ) : null}
    </PhotoFrame>
  )
}
