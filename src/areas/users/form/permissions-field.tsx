import type { BoundField } from '#src/form/fields/bound-field.ts'
import { GROUPS } from '../user-words.ts'
import classes from '../users.module.css'

interface PermissionsFieldProps {
  readonly field: BoundField<readonly number[]>
  /** The reason why the permissions can't be changed; null when they can. */
  readonly why: string | null
}

/** The user's view and edit permissions, by area. */
export function PermissionsField({ field, why }: PermissionsFieldProps) {
  const { value } = field.state
  const toggle = (id: number, isOn: boolean) =>
    field.handleChange(isOn ? [...value, id] : value.filter((one) => one !== id))
  return (
    <section className={classes.panel} aria-labelledby="permissions">
      <h2 id="permissions">Permissions</h2>
      {why === null ? null : <p className={classes.note}>{why}</p>}
      <table className={classes.permissions}>
        <thead>
          <tr>
            <th scope="col">Area</th>
            <th scope="col">View</th>
            <th scope="col">Edit</th>
          </tr>
        </thead>
        <tbody>
          {GROUPS.map(({ area, title, view, edit }) => (
            <tr key={area}>
              <th scope="row">{title}</th>
              {(
                [
                  ['View', view],
                  ['Edit', edit],
                ] as const
              ).map(([need, id]) => (
                <td key={need}>
                  <label className={classes.box}>
                    <input
                      type="checkbox"
                      aria-label={`${need} ${title}`}
                      checked={why !== null || value.includes(id)}
                      disabled={why !== null}
                      onChange={(event) => toggle(id, event.currentTarget.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
