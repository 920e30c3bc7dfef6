import type { Person } from '#contract/wire/people.ts'
import { jsonObject } from './json-object.ts'

/** SQL for a person inside another record (`person` of the contract). `u` is the alias of the users table. */
export const personJson = (u: string) =>
  jsonObject<Person>({
    id: `${u}.id`,
    first_name: `${u}.first_name`,
    last_name: `${u}.last_name`,
    email: `${u}.email`,
    phone: `${u}.phone`,
    photo: `${u}.photo`,
  })

/**
 * SQL for a person in a list to choose from (`personName` of the contract). E-mail and phone are empty texts, not
 * absent: an older version of the app that is still open rejects a response without them, and would not learn that its
 * changes were saved.
 */
export const personNameJson = (u: string) =>
  jsonObject<Person>({
    id: `${u}.id`,
    first_name: `${u}.first_name`,
    last_name: `${u}.last_name`,
    email: `''`,
    phone: `''`,
    photo: `${u}.photo`,
  })

/** SQL that joins the users `u` of a page of records. `= any` reads them by id; a plain join would read all users. */
export const pageUsers = (record: string) =>
  `join users u on u.id = ${record}.user_id and u.id = any(array(select user_id from page))`
