import { describe, expect, test } from 'vitest'
import { contactChange, newContact } from '#contract/people/contact-changes.ts'
import { compareContacts } from '#contract/people/contacts.ts'
import { changeContact, createContact, removeContact } from '#src/areas/contacts/contact-commands.ts'
import { contactRecord } from '#src/areas/contacts/contact-record.ts'
import { contactRows } from '#src/areas/contacts/contact-rows.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aContact } from '#tests/support/builders/a-contact.ts'

const NAME = '01a3185c-5000-7bb6-a75e-b900027adc9c'
const KEY = `contact/${NAME}`
const safety = aContact()
const newInput = {
  contact: {
    client_id: NAME,
    department_name: 'Claims',
    location: 'Gary IN',
    phones: [{ phone: '219 555 0150' }],
    email: 'claims@haulyard.example',
  },
}
const waiting = { ...aContact(newInput.contact), id: 0, version: 0 }
const rules = { compare: compareContacts, newFirst: true }
type Effects = ReturnType<typeof createContact.effects>
const foldOver = (...changes: Effects[]) => foldOf(changes.map((effects) => ({ effects, settled: null })))

describe('creating a department', () => {
  test('sends the client id from this device', () => {
    expect(createContact.request(newInput)).toEqual({ body: newInput.contact })
    expect(newContact.parse(newInput.contact)).toEqual(newInput.contact)
    expect(createContact.touches(newInput)).toEqual([KEY])
  })

  test('shows the department first in the list while it waits, and counts it', () => {
    const fold = foldOver(createContact.effects(newInput))
    expect(fold.rows(contactRows, [safety], rules)).toEqual([waiting, safety])
    expect(fold.countChange(contactRows, [safety], { ...rules, complete: false })).toBe(1)
  })

  test('shows the department only once after the server has it, in the place that the server gives it', () => {
    const served = { ...aContact(newInput.contact), id: 40, version: 1 }
    const accounting = aContact({ id: 1, department_name: 'Accounting' })
    const fold = foldOf([{ effects: createContact.effects(newInput), settled: new Map([[KEY, 1]]) }])
    expect(fold.rows(contactRows, [accounting, served, safety], rules)).toEqual([accounting, served, safety])
    expect(createContact.versions(served, newInput)).toEqual([{ key: KEY, version: 1 }])
  })

  test('allows a change and a removal before it is sent, by client id and without a version', () => {
    const change = { was: waiting, to: { location: 'Joliet IL' } }
    expect(changeContact.request(change)).toEqual({ params: { id: NAME }, body: change.to })
    expect(removeContact.request({ was: waiting })).toEqual({ params: { id: NAME } })
    for (const touched of [changeContact.touches(change), removeContact.touches({ was: waiting })])
      expect(touched).toEqual([KEY])
    expect(contactRecord.seenVersionOf(waiting)).toBeNull()
    const both = foldOver(createContact.effects(newInput), changeContact.effects(change))
    expect(both.rows(contactRows, [safety], rules)).toMatchObject([{ location: 'Joliet IL' }, safety])
    const all = foldOver(
      createContact.effects(newInput),
      changeContact.effects(change),
      removeContact.effects({ was: waiting }),
    )
    expect(all.rows(contactRows, [safety], rules)).toEqual([safety])
  })

  test('leaves nothing on screen when it is discarded, even if a change of the new department still waits', () => {
    const fold = foldOver(changeContact.effects({ was: waiting, to: { location: 'Joliet IL' } }))
    expect(fold.rows(contactRows, [safety], rules)).toEqual([safety])
  })

  test('is described field by field and can be edited after a refusal', () => {
    expect(createContact.describe(newInput)).toEqual({ record: 'Claims', change: 'New department' })
    const fields = createContact.fields?.(newInput) ?? []
    expect(fields.map(({ title, yours, words }) => `${title}: ${words(yours)}`)).toEqual([
      'Department: Claims',
      'Location: Gary IN',
      'Phones: 219 555 0150',
      'Email: claims@haulyard.example',
    ])
    const phones = fields.find(({ title }) => title === 'Phones')
    expect(phones?.with('219 555 0151 ,(800) 555-0151')).toEqual({
      contact: { ...newInput.contact, phones: [{ phone: '219 555 0151' }, { phone: '(800) 555-0151' }] },
    })
    expect(phones?.without()).toBeNull()
  })
})

describe('changing a department', () => {
  const phones = [{ phone: '815 555 0199' }]
  const change = { was: safety, to: { location: 'Gary IN', phones } }

  test('sends only the changed fields and uses the version that the user saw', () => {
    expect(changeContact.request(change)).toEqual({ params: { id: 4 }, body: change.to })
    expect(contactChange.parse(change.to)).toEqual(change.to)
    expect(contactRecord.seenVersionOf(safety)).toBe(3)
  })

  test('shows wherever the department is listed, and re-sorts it by name', () => {
    const others = [
      aContact({ id: 1, department_name: 'accounting' }),
      aContact({ id: 2, department_name: 'Dispatch' }),
    ]
    const fold = foldOver(changeContact.effects({ was: safety, to: { department_name: 'Compliance' } }))
    const names = fold.rows(contactRows, [...others, safety], rules).map((row) => row.department_name)
    expect(names).toEqual(['accounting', 'Compliance', 'Dispatch'])
    expect(foldOver(changeContact.effects(change)).rows(contactRows, [safety])).toEqual([{ ...safety, ...change.to }])
  })

  test('merges two changes into one; the later value wins', () => {
    const later = { was: { ...safety, ...change.to }, to: { location: 'Hammond IN', email: 'new@haulyard.example' } }
    expect(changeContact.merge?.(change, later)).toEqual({
      was: safety,
      to: { location: 'Hammond IN', phones, email: 'new@haulyard.example' },
    })
  })

  test('is undone by restoring the former values', () => {
    const [back] = changeContact.inverse?.(change) ?? []
    expect(changeContact.input.parse(back?.input)).toEqual({
      was: { ...safety, ...change.to },
      to: { location: 'Joliet IL', phones: safety.phones },
    })
    expect(back?.seenVersion).toBe(3)
  })

  test('is described field by field, with all phones on one line, as in a conflict', () => {
    expect(changeContact.describe(change)).toEqual({
      record: 'Safety',
      change: 'Location: Joliet IL → Gary IN · Phones: (815) 555-0141, (815) 555-0142 → 815 555 0199',
    })
    const [location, phonesField] = changeContact.fields?.(change) ?? []
    expect(phonesField?.names).toEqual(['phones'])
    expect(phonesField?.words([{ phone: '1' }, { phone: '2' }])).toBe('1, 2')
    expect(phonesField?.with('815 555 0101; 815 555 0102')).toMatchObject({
      to: { location: 'Gary IN', phones: [{ phone: '815 555 0101' }, { phone: '815 555 0102' }] },
    })
    expect(phonesField?.without()).toEqual({ was: safety, to: { location: 'Gary IN' } })
    expect(changeContact.fields?.({ was: safety, to: { phones } })[0]?.without()).toBeNull()
    expect(location?.with('Hammond IN')).toMatchObject({ to: { location: 'Hammond IN', phones } })
  })

  test('is rebased on the server’s department after a conflict', () => {
    const current = { ...safety, email: 'theirs@haulyard.example', version: 9 }
    expect(changeContact.rebase?.(change, current).was).toEqual(current)
    expect(changeContact.rebase?.(change, null).was).toEqual(safety)
    expect(changeContact.versions(current, change)).toEqual([{ key: 'contact/4', version: 9 }])
  })
})

describe('removing a department', () => {
  test('removes it from the list and lowers the count, even where it is not loaded', () => {
    const fold = foldOver(removeContact.effects({ was: safety }))
    expect(fold.rows(contactRows, [safety])).toEqual([])
    expect(fold.countChange(contactRows, [], { complete: false })).toBe(-1)
  })

  test('has one field in a conflict: whether the department is deleted', () => {
    expect(removeContact.describe({ was: safety })).toEqual({ record: 'Safety', change: 'Removed' })
    const [field] = removeContact.fields?.({ was: safety }) ?? []
    expect([field?.names, field?.title]).toEqual([['is_deleted'], 'Department'])
    expect(removeContact.rebase?.({ was: safety }, { ...safety, version: 4 }).was.version).toBe(4)
  })
})
