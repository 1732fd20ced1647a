const STOP_WORDS = new Set(
  `a an the this that these those there here it its he she they them their his her i me my mine we us our ours you your yours
  is are was were be been being am do does did done doing have has had having can could will would shall should may might must
  and or but if then than so as of at by for from in into on onto to with without about over under up down out off again
  what which who whom whose when where why how not no nor only own same too very just also still yet any some all both each every
  more most other such many much few please thank thanks hello hi dear hey regards kind best get got getting give let make made want need
  like know tell say ask think see look use using thing things way lot really quite already soon possible able anyone someone something anything
  u ur pls im ive dont doesnt isnt cant wont id ill going go come one would're we're you're it's i'm i've i'd we've we'd don't doesn't isn't can't won't didn't what's
  there's that's let's kindly wondering question questions regarding currently shortly per often policy policies between mean means meaning difference differences compare happen happens nobody today tomorrow yesterday again always never since still anymore yes hope`.split(
    /\s+/,
  ),
);

const undoubled = (word: string) => (/([bdgklmnprt])\1$/.test(word) ? word.slice(0, -1) : word);
const hasVowel = (word: string) => /[aeiouy]/.test(word);

/** A word without its endings, so that "cancelled" and "cancellation" meet. Light on purpose: wrong joins are worse than missed ones. */
export function stem(word: string): string {
  let root = word.toLowerCase().replace(/'s?$/, '');
  if (root.length <= 3 || /\d/.test(root)) return root;
  if (root.endsWith('ies')) root = `${root.slice(0, -3)}y`;
  else if (/(?:ss|x|ch|sh|z)es$/.test(root)) root = root.slice(0, -2);
  else if (/[^su i]s$/.test(root)) root = root.slice(0, -1);
  const shorter = root.replace(/(?:isation|ization|ations?|ating|ated|ate|ions?|ing|ed|ment|ness|ly)$/, '');
  if (shorter.length >= 3 && hasVowel(shorter)) root = undoubled(shorter);
  return root.length > 3 ? root.replace(/e$/, '').replace(/y$/, 'i') : root;
}

// Words with the same meaning for customers and authors of training items. One line is one meaning.
const MEANINGS = `price prices pricing cost costs fee fees rate rates tariff expensive
discount discounts reduction rebate promotion bargain
deliver delivery deliveries ship shipping shipment ships dispatch courier parcel package arrive arrival arrives
refund refunds refunded reimburse reimbursement moneyback
exchange replace replacement swap
cancel cancellation terminate termination
contract agreement
integrate integration integrations connect connector connects connection sync synchronise
warranty guarantee guaranteed covered coverage
maintenance servicing serviced
fix repair repairs repaired
broken faulty defective defect fault
leak leaking leaks drip dripping
setup install installation installing installed
onboarding training train trained
clean cleaning descale descaling rinse
login signin logon
user users seat seats licence license licences licenses
stock availability available
pay payment payments
invoice invoices bill bills billing
demo demonstration
security secure safe safely safety protected encryption encrypted
hours opening open
backup backups
crash crashes crashed crashing freeze freezes frozen
error errors
country countries abroad international
monthly month
yearly annual annually year`
  .split('\n')
  .map((line) => line.split(/\s+/));

const CONCEPTS = new Map(MEANINGS.flatMap(([first = '', ...others]) => [first, ...others].map((word) => [stem(word), stem(first)])));

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:log|sign)(?:ging|ged|ing)?[ -](?:in|on|into)\b/g, 'login'],
  [/\b(?:log|sign)(?:ging|ged|ing|ed)?[ -](?:out|off)\b/g, 'logout'],
  [/\bset(?:ting)?[ -]up\b/g, 'setup'],
  [/\bmoney back\b/g, 'moneyback'],
  [/\bsen[dt](?:ing)? (?:it |them |this |something )?back\b/g, 'return'],
  [/\bhow much\b/g, 'price'],
  [/\bback ?up\b/g, 'backup'],
  [/\bshow(?:n|s|ed)? up\b|\bturn(?:ed)? up\b/g, 'arrive'],
];

/** The words of a text in lower case, without punctuation. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’]*(?:-\d+)?/gu) ?? [];

/** The keywords of a text: its words without stop words, each reduced to one word for its meaning. */
export function termsOf(text: string): string[] {
  const joined = PHRASES.reduce((so, [phrase, word]) => so.replace(phrase, word), text.toLowerCase());
  return wordsOf(joined)
    .filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || /\d/.test(word)))
    .map((word) => stem(word))
    .map((root) => CONCEPTS.get(root) ?? root);
}
