import { dutyStatusOf } from '#contract/people/driver-choices.ts'
import { DRIVER_TITLES, POSITIONS } from '#contract/people/drivers.ts'
import { ROLE_TITLES } from '#contract/people/user-choices.ts'
import { isFullUser, type User } from '#contract/people/users.ts'
import { PhotoFrame } from '#src/form/photos/photo-frame.tsx'
import { datesWords } from '#src/format/dates-words.ts'
import { Fact } from '#src/ui/page/fact.tsx'
import { PhoneLink } from '#src/ui/person/contact-line.tsx'
import { useToday } from '#src/ui/use-now.ts'
import type { ProfileUser } from './user-queries.ts'
import { DISPATCHER_CHOICES, titleIn } from './user-words.ts'
import classes from './users.module.css'

type OfDuty = Pick<NonNullable<User['dispatcher']>, 'status_date_from' | 'status_date_to'>

/** A vendor's id, with a note if another driver has the same one, which older versions allowed. */
function idWords(driver: NonNullable<User['driver']>, name: 'gomotive_id' | 'pilot_flying_j_driver_id'): string {
  const id = driver[name]
  if (id === null) return '—'
  return driver.shared_ids?.includes(name) ? `${id} · another driver has it, too: correct one` : `${id}`
}

/** The facts of a user, as far as the reader may see them. */
export function ProfileFacts({ user }: { readonly user: ProfileUser }) {
  const { driver, dispatcher } = user
  const today = useToday()
  const dates = ({ status_date_from: from, status_date_to: to }: OfDuty) => datesWords(from, to, today)
  return (
    <div className={classes.read}>
      <div className={classes.aside}>
        <PhotoFrame person={user} size={308} />
      </div>
      <dl className={`${classes.panel} ${classes.facts}`}>
        <Fact name="Role">{ROLE_TITLES[user.role]}</Fact>
        <Fact isVerbatim name="Email">
          <a href={`mailto:${user.email}`}>{user.email}</a>
        </Fact>
        <Fact isVerbatim name="Phone">
          <PhoneLink phone={user.phone} orElse="—" />
        </Fact>
        {driver ? (
          <>
            <Fact name="Status of duty">
              {dutyStatusOf(driver.status).title} {dates(driver)}
            </Fact>
            <Fact name={DRIVER_TITLES.position}>{titleIn(POSITIONS, driver.position)}</Fact>
            <Fact isVerbatim name={DRIVER_TITLES.gomotive_id}>
              {idWords(driver, 'gomotive_id')}
            </Fact>
            <Fact isVerbatim name={DRIVER_TITLES.pilot_flying_j_driver_id}>
              {idWords(driver, 'pilot_flying_j_driver_id')}
            </Fact>
          </>
        ) : null}
        {dispatcher ? (
          <Fact name="Status of duty">
            {titleIn(DISPATCHER_CHOICES, dispatcher.status)} {dates(dispatcher)}
          </Fact>
        ) : null}
        {!isFullUser(user) || user.is_active ? null : <Fact name="Account">Inactive</Fact>}
      </dl>
    </div>
  )
}
