/** The link that dials a typed phone number: "+1 (312) 555-0199" → "tel:+13125550199". Null without digits. */
export function telHref(phone: string): string | null {
  const digits = phone.replace(/\D/g, '')
  if (digits === '') return null
  return `tel:${phone.trim().startsWith('+') ? '+' : ''}${digits}`
}
