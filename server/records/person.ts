import type { Person } from '#contract/wire/people.ts'
import { jsonObject } from './json-object.ts'

/** SQL for a person as other records show them (`person` of the contract); `u` is the alias of the users table. */
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
 * SQL for a person to pick (`personName` of the contract). The address and the number are empty, not absent: an app of
 * before that is still open takes no answer without them, and would not even know that its changes were made.
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

/** SQL for the users `u` of a page of records: read by their ids (`= any`), where a plain join would read all users. */
export const pageUsers = (record: string) =>
  `join users u on u.id = ${record}.user_id and u.id = any(array(select user_id from page))`
