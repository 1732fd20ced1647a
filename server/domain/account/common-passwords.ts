// The passwords that guessing programs try first, of those long enough to pass our minimum.
const COMMON = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 111111 1111111 11111111 000000 00000000 121212 123123 123123123
  123321 654321 987654321 666666 777777 7777777 888888 88888888 999999 112233 101010 131313 159753 147258369 696969 123qwe
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwertz azerty asdfgh asdfghjkl asdf1234
  zxcvbn zxcvbnm qazwsx q1w2e3r4 abc123 abcd1234 abcdef abcdefgh a12345 a123456 aa123456 aaaaaa password password1 password12
  password123 passw0rd p@ssw0rd p@ssword pass123 pass1234 letmein letmein1 welcome welcome1 welcome123 admin1 admin123
  administrator changeme default secret secret1 iloveyou iloveyou1 iloveu loveme princess sunshine shadow master monkey dragon
  football baseball basketball superman batman spiderman starwars pokemon michael jordan jordan23 charlie daniel andrew jessica
  ashley nicole hunter ranger killer tigger soccer hockey summer winter spring autumn computer internet samsung google trustno1
  freedom whatever hello123 hello1 ginger pepper cookie cheese flower mustang access master1 login123 test123 test1234 testtest
  user123 guest123 qweasd qweasdzxc zaq12wsx zaq1zaq1 lovely family blink182 michelle jennifer joshua matthew george hannah
  maggie buster thomas robert liverpool arsenal chelsea corvette ferrari mercedes yankees naruto fuckyou asshole biteme`.split(/\s+/),
);

/** Whether a password is among those that are guessed first. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());
