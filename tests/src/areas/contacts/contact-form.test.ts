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
const contactDiffers = (seen: Contact, now: Contact) => patchWords(contactRecord, seen, patchOf(seen, valuesOf(now)))

const safety = aContact()
const typed = {
  ...NO_CONTACT,
  department_name: ' Claims ',
  location: 'Gary IN',
  phone_1: ' 219 555 0150',
  email: 'c@d.example ',
}

describe('what a form of a department says', () => {
  test('is trimmed, with the phones that were typed', () => {
    const said = {
      department_name: 'Claims',
      location: 'Gary IN',
      phones: [{ phone: '219 555 0150' }],
      email: 'c@d.example',
    }
    expect(changeOf(typed)).toEqual(said)
    expect(changeOf({ ...typed, phone_2: ' 219 555 0151 ' }).phones).toEqual([
      { phone: '219 555 0150' },
      { phone: '219 555 0151' },
    ])
    expect(changeOf({ ...typed, phone_2: '  ' })).toEqual(said)
  })

  test('is nothing as long as nothing is changed, and then just that', () => {
    expect(patchOf(safety, valuesOf(safety))).toEqual({})
    expect(patchOf(safety, { ...valuesOf(safety), location: ' Joliet IL ' })).toEqual({})
    expect(patchOf(safety, { ...valuesOf(safety), email: 'new@haulyard.example' })).toEqual({
      email: 'new@haulyard.example',
    })
    expect(patchOf(safety, { ...valuesOf(safety), phone_2: '' })).toEqual({ phones: [{ phone: '(815) 555-0141' }] })
  })

  test('begins with one phone where there is one', () => {
    expect(valuesOf(aContact({ phones: [{ phone: '1' }] }))).toMatchObject({ phone_1: '1', phone_2: '' })
  })
})

describe('what is said of a field that is left', () => {
  const said = (name: keyof typeof CONTACT_RULES, value: string) =>
    CONTACT_RULES[name].safeParse(value).error?.issues[0]?.message

  test('nothing, where it is well', () => {
    for (const phone of ['8155550141', '+1 (815) 555-0141', ' 815-555-0141 ']) {
      expect([said('phone_1', phone), said('phone_2', phone)]).toEqual([undefined, undefined])
    }
    expect([said('phone_2', ''), said('phone_2', '  ')]).toEqual([undefined, undefined])
    expect([said('department_name', 'Safety'), said('location', 'Joliet IL')]).toEqual([undefined, undefined])
    expect(said('email', 'safety@haulyard.example')).toBeUndefined()
  })

  test('that it is to be filled out, or is not valid, in the words of the trade', () => {
    for (const name of ['department_name', 'location', 'email'] as const)
      expect(said(name, ' ')).toBe('Please fill out this field')
    expect(said('email', 'safety@')).toBe('Please enter a valid email address.')
    expect(said('phone_1', ' ')).toBe('First phone is required')
    for (const name of ['phone_1', 'phone_2'] as const) {
      for (const value of ['call me', '815.555.0141', '815+555', '()', '+'])
        expect(said(name, value), value).toBe('Invalid Number!')
    }
  })
})

describe('what is typed and not saved', () => {
  test('is told by the department, or as a new one while it has no name', () => {
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

  test('of a department that only this device has is kept as well', () => {
    const was = { ...safety, id: 0, version: 0, client_id: '01a3185c-5000-7bb6-a75e-b900027adc9c' }
    expect(editDraft.schema.safeParse({ was, values: valuesOf(was) }).success).toBe(true)
  })

  test('hears what somebody else has changed meanwhile', () => {
    const now = { ...safety, version: 4, phones: [{ phone: '1' }], location: 'Gary IN' }
    expect(changedMeanwhile(safety, now, contactDiffers)).toBe(
      'Changed meanwhile: Location: Joliet IL → Gary IN · Phones: (815) 555-0141, (815) 555-0142 → 1. Where you change the same, you may be asked.',
    )
    expect(changedMeanwhile(safety, { ...safety, location: 'Gary IN' }, contactDiffers)).toBeNull()
  })
})
