import { FieldApi, FormApi } from '@tanstack/react-form'
import { describe, expect, test } from 'vitest'
import { detailRule } from '#src/areas/units/form/unit-rules.ts'
import { REVALIDATE_ON_CHANGE } from '#src/form/fields/revalidate-on-change.ts'

const VIN = '1XKYDP9X4RJ123456'
const WRONG = '1XKYDP9X4RJ123457'
const rule = detailRule('vin', { kind: 'truck', known: null, today: '2026-11-20', confirmed: new Set() })

function vinField() {
  const form = new FormApi({ defaultValues: { vin: '' }, listeners: REVALIDATE_ON_CHANGE, canSubmitWhenInvalid: true })
  const field = new FieldApi({ form, name: 'vin', validators: { onBlur: rule } })
  form.mount()
  field.mount()
  return { form, field, errors: () => field.state.meta.errors }
}

describe('typed input', () => {
  test('is not validated before the field is left', () => {
    const { field, errors } = vinField()
    field.handleChange('1XK')
    expect(errors()).toEqual([])
    field.handleBlur()
    expect(errors()).toEqual(['A VIN has 17 characters.'])
  })

  test('loses its error as soon as it is corrected, while the field still has the focus', () => {
    const { field, errors } = vinField()
    field.handleChange(WRONG)
    field.handleBlur()
    expect(errors()).toEqual(['The check digit of this VIN is wrong: look for a misread character.'])
    field.handleChange(VIN.slice(0, -1))
    expect(errors()).toEqual(['A VIN has 17 characters.'])
    field.handleChange(VIN)
    expect(errors()).toEqual([])
    // From then on the field is again validated when it is left.
    field.handleChange(WRONG)
    expect(errors()).toEqual([])
  })

  test('is also revalidated after a submit, and when the form fills in the field', async () => {
    const { form, field, errors } = vinField()
    field.handleChange(WRONG)
    await form.handleSubmit()
    expect(errors()).toHaveLength(1)
    form.setFieldValue('vin', VIN)
    expect(errors()).toEqual([])
  })
})
