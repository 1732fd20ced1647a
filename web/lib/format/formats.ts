/** How the workspace writes dates, numbers and amounts; null is the browser's own. */
type Formats = { locale: string | null; timeZone: string | null; currency: string };

let formats: Formats = { locale: null, timeZone: null, currency: 'USD' };
let version = 0;

/** Takes over the settings of the workspace, before anything is formatted. */
export function configureFormats({ locale, timeZone, currency }: Formats): void {
  if (locale === formats.locale && timeZone === formats.timeZone && currency === formats.currency) return;
  formats = { locale, timeZone, currency };
  version += 1;
}

/** The currency of amounts that name none. */
export const workspaceCurrency = (): string => formats.currency;
/** The time zone of the workspace; null where each browser has its own. */
export const workspaceTimeZone = (): string | null => formats.timeZone;

/** Makes a formatter when it is first used, and again after the settings changed. */
function cached<Format>(make: () => Format): () => Format {
  let made: { format: Format; version: number } | null = null;
  return () => {
    if (made?.version !== version) made = { format: make(), version };
    return made.format;
  };
}

/** A format of dates in the language and, unless it names one, the time zone of the workspace. */
export function dateFormat(options: Intl.DateTimeFormatOptions) {
  const format = cached(
    () => new Intl.DateTimeFormat(formats.locale ?? undefined, { timeZone: formats.timeZone ?? undefined, ...options }),
  );
  return {
    /** Now, where no moment is given. */
    format: (at?: Date | number) => format().format(at),
    formatRange: (from: Date, to: Date) => format().formatRange(from, to),
  };
}

const DAY_MS = 86_400_000;
// Swedish writes a date as ISO 8601 does.
const isoDate = cached(() => new Intl.DateTimeFormat('sv-SE', { timeZone: formats.timeZone ?? undefined }));

/** The calendar day of a moment as a number, in the time zone of the workspace, or else the reader's. */
export const dayNumber = (at: Date | number): number => Date.parse(isoDate().format(at)) / DAY_MS;

/** A format of numbers in the language of the workspace. */
export function numberFormat(options?: Intl.NumberFormatOptions) {
  const format = cached(() => new Intl.NumberFormat(formats.locale ?? undefined, options));
  return { format: (value: number | bigint | Intl.StringNumericLiteral) => format().format(value) };
}

const wholeNumber = numberFormat();

/** A count, with its thousands as the workspace groups them. */
export const formatCount = (count: number): string => wholeNumber.format(count);
