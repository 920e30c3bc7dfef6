import { describe, expect, test } from 'vitest'
import type { Contact } from '#contract/people/contacts.ts'
import { CONTACT_RULES, type ContactValues, contactForm, contactForms } from '#src/areas/contacts/contact-form.tsx'
import { contactRecord } from '#src/areas/contacts/contact-record.ts'
import { changedMeanwhile } from '#src/form/frame/changed-meanwhile.ts'
import { patchFrom } from '#src/record/form-values.ts'
import { patchWords } from '#src/record/record-form.ts'
import { aContact } from '#tests/support/builders/a-contact.ts'

const { valuesOf, changeOf, empty: NO_CONTACT } = contactForm
const { newDraft, editDraft } = contactForms
const patchOf = (was: Contact, values: ContactValues) => patchFrom(contactRecord, contactForm, [was, values])
const differenceWords = (seen: Contact, now: Contact) => patchWords(contactRecord, seen, patchOf(seen, valuesOf(now)))

const safety = aContact()
const typed = {
  ...NO_CONTACT,
  department_name: ' Claims ',
  location: 'Gary IN',
  phone_1: ' 219 555 0150',
  email: 'c@d.example ',
}

describe('the values of the department form', () => {
  test('are trimmed and contain only the phones that were typed', () => {
    const expected = {
      department_name: 'Claims',
      location: 'Gary IN',
      phones: [{ phone: '219 555 0150' }],
      email: 'c@d.example',
    }
    expect(changeOf(typed)).toEqual(expected)
    expect(changeOf({ ...typed, phone_2: ' 219 555 0151 ' }).phones).toEqual([
      { phone: '219 555 0150' },
      { phone: '219 555 0151' },
    ])
    expect(changeOf({ ...typed, phone_2: '  ' })).toEqual(expected)
  })

  test('give an empty change when nothing differs, otherwise only what differs', () => {
    expect(patchOf(safety, valuesOf(safety))).toEqual({})
    expect(patchOf(safety, { ...valuesOf(safety), location: ' Joliet IL ' })).toEqual({})
    expect(patchOf(safety, { ...valuesOf(safety), email: 'new@haulyard.example' })).toEqual({
      email: 'new@haulyard.example',
    })
    expect(patchOf(safety, { ...valuesOf(safety), phone_2: '' })).toEqual({ phones: [{ phone: '(815) 555-0141' }] })
  })

  test('leave the second phone empty for a department with one phone', () => {
    expect(valuesOf(aContact({ phones: [{ phone: '1' }] }))).toMatchObject({ phone_1: '1', phone_2: '' })
  })
})

describe('the validation of a department field', () => {
  const messageFor = (name: keyof typeof CONTACT_RULES, value: string) =>
    CONTACT_RULES[name].safeParse(value).error?.issues[0]?.message

  test('accepts valid values without a message', () => {
    for (const phone of ['8155550141', '+1 (815) 555-0141', ' 815-555-0141 ']) {
      expect([messageFor('phone_1', phone), messageFor('phone_2', phone)]).toEqual([undefined, undefined])
    }
    expect([messageFor('phone_2', ''), messageFor('phone_2', '  ')]).toEqual([undefined, undefined])
    expect([messageFor('department_name', 'Safety'), messageFor('location', 'Joliet IL')]).toEqual([
      undefined,
      undefined,
    ])
    expect(messageFor('email', 'safety@haulyard.example')).toBeUndefined()
  })

  test('reports an empty field as required and a malformed value as invalid', () => {
    for (const name of ['department_name', 'location', 'email'] as const)
      expect(messageFor(name, ' ')).toBe('Please fill out this field')
    expect(messageFor('email', 'safety@')).toBe('Please enter a valid email address.')
    expect(messageFor('phone_1', ' ')).toBe('First phone is required')
    for (const name of ['phone_1', 'phone_2'] as const) {
      for (const value of ['call me', '815.555.0141', '815+555', '()', '+'])
        expect(messageFor(name, value), value).toBe('Invalid Number!')
    }
  })
})

describe('a department draft', () => {
  test('is described by the department’s name, or as a new department while the name is empty', () => {
    expect(newDraft.words({ values: typed }).record).toBe('Claims')
    expect(newDraft.words({ values: { ...NO_CONTACT, phone_1: '219' } })).toEqual({
      record: 'a new department',
      text: '219',
    })
    expect(newDraft.words({ values: { ...typed, phone_2: '219 555 0151' } }).text).toBe(
      ' Claims  · Gary IN ·  219 555 0150 · 219 555 0151 · c@d.example ',
    )
    expect(editDraft.words({ was: safety, values: { ...valuesOf(safety), location: 'Gary IN' } })).toEqual({
      record: 'Safety',
      text: 'Safety · Gary IN · (815) 555-0141 · (815) 555-0142 · safety@haulyard.example',
    })
  })

  test('is accepted for a department that only this device has', () => {
    const was = { ...safety, id: 0, version: 0, client_id: '01a3185c-5000-7bb6-a75e-b900027adc9c' }
    expect(editDraft.schema.safeParse({ was, values: valuesOf(was) }).success).toBe(true)
  })

  test('reports what another user changed meanwhile, and nothing while the version is the same', () => {
    const now = { ...safety, version: 4, phones: [{ phone: '1' }], location: 'Gary IN' }
    expect(changedMeanwhile(safety, now, differenceWords)).toBe(
      'Changed meanwhile: Location: Joliet IL → Gary IN · Phones: (815) 555-0141, (815) 555-0142 → 1. Where you change the same, you may be asked.',
    )
    expect(changedMeanwhile(safety, { ...safety, location: 'Gary IN' }, differenceWords)).toBeNull()
  })
})
