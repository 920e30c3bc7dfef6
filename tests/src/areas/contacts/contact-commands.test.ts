import { describe, expect, test } from 'vitest'
import { contactChange, newContact } from '#contract/people/contact-changes.ts'
import { compareContacts } from '#contract/people/contacts.ts'
import { changeContact, createContact, removeContact } from '#src/areas/contacts/contact-commands.ts'
import { contactRows } from '#src/areas/contacts/contact-queries.ts'
import { contactRecord } from '#src/areas/contacts/contact-record.ts'
import { foldOf } from '#src/offline/fold/fold.ts'
import { aContact } from '#tests/support/builders/a-contact.ts'

const NAME = '01a3185c-5000-7bb6-a75e-b900027adc9c'
const KEY = `contact/${NAME}`
const safety = aContact()
const made = {
  contact: {
    client_id: NAME,
    department_name: 'Claims',
    location: 'Gary IN',
    phones: [{ phone: '219 555 0150' }],
    email: 'claims@haulyard.example',
  },
}
const waiting = { ...aContact(made.contact), id: 0, version: 0 }
const rules = { compare: compareContacts, newFirst: true }
type Effects = ReturnType<typeof createContact.effects>
const foldOver = (...changes: Effects[]) => foldOf(changes.map((effects) => ({ effects, settled: null })))

describe('a department that is added', () => {
  test('is sent with the name that this device gave it', () => {
    expect(createContact.request(made)).toEqual({ body: made.contact })
    expect(newContact.parse(made.contact)).toEqual(made.contact)
    expect(createContact.touches(made)).toEqual([KEY])
  })

  test('stands first while it waits, and counts', () => {
    const fold = foldOver(createContact.effects(made))
    expect(fold.rows(contactRows, [safety], rules)).toEqual([waiting, safety])
    expect(fold.countChange(contactRows, [safety], { ...rules, complete: false })).toBe(1)
  })

  test('takes the place that the server gives it, and stands there once', () => {
    const served = { ...aContact(made.contact), id: 40, version: 1 }
    const fold = foldOf([{ effects: createContact.effects(made), settled: new Map([[KEY, 1]]) }])
    expect(fold.rows(contactRows, [served, safety], rules)).toEqual([served, safety])
    expect(createContact.versions(served, made)).toEqual([{ key: KEY, version: 1 }])
  })

  test('can be changed and removed before it was sent: by its name here, upon no version', () => {
    const change = { was: waiting, to: { location: 'Joliet IL' } }
    expect(changeContact.request(change)).toEqual({ params: { id: NAME }, body: change.to })
    expect(removeContact.request({ was: waiting })).toEqual({ params: { id: NAME } })
    for (const touched of [changeContact.touches(change), removeContact.touches({ was: waiting })])
      expect(touched).toEqual([KEY])
    expect(contactRecord.seenVersionOf(waiting)).toBeNull()
    const both = foldOver(createContact.effects(made), changeContact.effects(change))
    expect(both.rows(contactRows, [safety], rules)).toMatchObject([{ location: 'Joliet IL' }, safety])
    const all = foldOver(
      createContact.effects(made),
      changeContact.effects(change),
      removeContact.effects({ was: waiting }),
    )
    expect(all.rows(contactRows, [safety], rules)).toEqual([safety])
  })

  test('leaves nothing behind when it is discarded: what was to be changed of it is not there', () => {
    const fold = foldOver(changeContact.effects({ was: waiting, to: { location: 'Joliet IL' } }))
    expect(fold.rows(contactRows, [safety], rules)).toEqual([safety])
  })

  test('is told field by field, and can be said otherwise when the server refused it', () => {
    expect(createContact.describe(made)).toEqual({ record: 'Claims', change: 'New department' })
    const fields = createContact.fields?.(made) ?? []
    expect(fields.map(({ title, yours, words }) => `${title}: ${words(yours)}`)).toEqual([
      'Department: Claims',
      'Location: Gary IN',
      'Phones: 219 555 0150',
      'Email: claims@haulyard.example',
    ])
    const phones = fields.find(({ title }) => title === 'Phones')
    expect(phones?.with('219 555 0151 ,(800) 555-0151')).toEqual({
      contact: { ...made.contact, phones: [{ phone: '219 555 0151' }, { phone: '(800) 555-0151' }] },
    })
    expect(phones?.without()).toBeNull()
  })
})

describe('a change of a department', () => {
  const phones = [{ phone: '815 555 0199' }]
  const change = { was: safety, to: { location: 'Gary IN', phones } }

  test('is sent with what is said alone, upon the version that was seen', () => {
    expect(changeContact.request(change)).toEqual({ params: { id: 4 }, body: change.to })
    expect(contactChange.parse(change.to)).toEqual(change.to)
    expect(contactRecord.seenVersionOf(safety)).toBe(3)
  })

  test('shows wherever the department stands, and moves it where its name belongs', () => {
    const others = [
      aContact({ id: 1, department_name: 'accounting' }),
      aContact({ id: 2, department_name: 'Dispatch' }),
    ]
    const fold = foldOver(changeContact.effects({ was: safety, to: { department_name: 'Compliance' } }))
    const names = fold.rows(contactRows, [...others, safety], rules).map((row) => row.department_name)
    expect(names).toEqual(['accounting', 'Compliance', 'Dispatch'])
    expect(foldOver(changeContact.effects(change)).rows(contactRows, [safety])).toEqual([{ ...safety, ...change.to }])
  })

  test('made twice is one: the later word holds', () => {
    const later = { was: { ...safety, ...change.to }, to: { location: 'Hammond IN', email: 'new@haulyard.example' } }
    expect(changeContact.merge?.(change, later)).toEqual({
      was: safety,
      to: { location: 'Hammond IN', phones, email: 'new@haulyard.example' },
    })
  })

  test('is taken back as it was', () => {
    const [back] = changeContact.inverse?.(change) ?? []
    expect(changeContact.input.parse(back?.input)).toEqual({
      was: { ...safety, ...change.to },
      to: { location: 'Joliet IL', phones: safety.phones },
    })
    expect(back?.seenVersion).toBe(3)
  })

  test('is told field by field: phones in one line, as the server tells them in a conflict too', () => {
    expect(changeContact.describe(change)).toEqual({
      record: 'Safety',
      change: 'Location: Joliet IL → Gary IN · Phones: (815) 555-0141, (815) 555-0142 → 815 555 0199',
    })
    const [location, told] = changeContact.fields?.(change) ?? []
    expect(told?.names).toEqual(['phones'])
    expect(told?.words([{ phone: '1' }, { phone: '2' }])).toBe('1, 2')
    expect(told?.with('815 555 0101; 815 555 0102')).toMatchObject({
      to: { location: 'Gary IN', phones: [{ phone: '815 555 0101' }, { phone: '815 555 0102' }] },
    })
    expect(told?.without()).toEqual({ was: safety, to: { location: 'Gary IN' } })
    expect(changeContact.fields?.({ was: safety, to: { phones } })[0]?.without()).toBeNull()
    expect(location?.with('Hammond IN')).toMatchObject({ to: { location: 'Hammond IN', phones } })
  })

  test('stands upon the department as the server has it, once there was a conflict', () => {
    const current = { ...safety, email: 'theirs@haulyard.example', version: 9 }
    expect(changeContact.rebase?.(change, current).was).toEqual(current)
    expect(changeContact.rebase?.(change, null).was).toEqual(safety)
    expect(changeContact.versions(current, change)).toEqual([{ key: 'contact/4', version: 9 }])
  })
})

describe('the removal of a department', () => {
  test('takes it from the list and from its count, also where it is not loaded', () => {
    const fold = foldOver(removeContact.effects({ was: safety }))
    expect(fold.rows(contactRows, [safety])).toEqual([])
    expect(fold.countChange(contactRows, [], { complete: false })).toBe(-1)
  })

  test('asks one question where somebody has changed the department: whether it is deleted', () => {
    expect(removeContact.describe({ was: safety })).toEqual({ record: 'Safety', change: 'Removed' })
    const [field] = removeContact.fields?.({ was: safety }) ?? []
    expect([field?.names, field?.title]).toEqual([['is_deleted'], 'Department'])
    expect(removeContact.rebase?.({ was: safety }, { ...safety, version: 4 }).was.version).toBe(4)
  })
})
