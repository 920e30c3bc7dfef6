import type { Access } from '#contract/wire/access.ts'

/** The required access of a call in plain English, to follow "Needs:". */
export function accessInWords(access: Access): string {
  switch (access.need) {
    case 'nobody':
      return 'no sign-in'
    case 'session':
      return 'a sign-in'
    case 'administrator':
      return 'an administrator'
    case 'view':
    case 'edit':
      return `permission to ${access.need} ${access.area}`
    case 'any':
      return access.of.map(accessInWords).join(', or ')
  }
}
