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
