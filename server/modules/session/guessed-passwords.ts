/** The heads of the published lists of leaked passwords, as far as they are long enough; and our demo's own. */
const COMMON: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 0123456789 0987654321 987654321 87654321 11111111 00000000 12341234 11223344 88888888
  123123123 147258369 123456789a 1234567a a1234567 12345678a 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qwer1234 qwerty123 qwerty12
  qwertyuiop qwertyui qwerty1234 asdfghjkl asdfasdf zaq12wsx q1w2e3r4 abcd1234 abc12345 abcdefgh abcdefg1 aaaaaaaa
  password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa55word passwort password!
  password1! iloveyou iloveyou1 sunshine princess football baseball basketball superman superman1 batman123 starwars
  trustno1 whatever computer internet jennifer michelle corvette mercedes maverick samantha michael1 jordan23 liverpool
  welcome1 welcome123 letmein1 letmein123 changeme changeme1 admin123 admin1234 administrator testtest test1234 test12345
  secret123 monkey123 dragon123 master123 charlie1 shadow12 hello123 freedom1 trucking trucker1 dispatch dispatcher
  haulyard demo-haulyard`.split(/\s+/),
)

/** Whether a password is one of those that are tried first. */
export const isGuessedFirst = (password: string) => COMMON.has(password.toLowerCase())
