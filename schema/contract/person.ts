/** How a person is greeted: the first name, or else the username. */
export const greetingName = (user: { firstName: string; username: string }): string => user.firstName || user.username;

/** First and last name, read from the one name that is stored: the last word is the last name. */
export function splitName(full: string): { firstName: string; lastName: string } {
  const words = full.trim().split(/\s+/);
  if (words.length < 2) return { firstName: words[0] ?? '', lastName: '' };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

const EXTENSION = /(?:ext|x|#).*$/iu;
const COUNTRY = /^\+\d{1,3}[\s()./-]+(?:\(0\))?/u;

/** The digits by which a number, whole or typed in part, is found in one that may be written with its country or without. */
export function phoneDigits(typed: string): string {
  const number = typed.replace(EXTENSION, '');
  const digits = number.replace(/\D/gu, '');
  const national = digits.length >= 10 ? digits.slice(-10) : number.replace(COUNTRY, '').replace(/\D/gu, '') || digits;
  // The zero before an area code is not dialled from abroad.
  return national.length >= 7 ? national.replace(/^0+(?=\d)/u, '') : national;
}

/**
 * A phone number in E.164 format: `+16145550100`; null where it is none, or where its country is not told. Ten digits without a country
 * are a North American number.
 */
export function toE164(phone: string): string | null {
  const number = phone.trim().replace(EXTENSION, '').replace('(0)', '').replace(/^00/u, '+');
  const digits = number.replace(/\D/gu, '');
  if (number.startsWith('+')) return digits.length >= 8 && digits.length <= 15 ? `+${digits}` : null;
  return /^1?[2-9]\d{9}$/u.test(digits) ? `+${digits.length === 10 ? '1' : ''}${digits}` : null;
}
