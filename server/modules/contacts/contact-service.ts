import { plainRecords } from '#server/records/plain/plain-records.ts'
import { contactRows } from './contact-repository.ts'

export const contacts = plainRecords(contactRows, 'department')
