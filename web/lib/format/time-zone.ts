/** The reader's time zone by its IANA name; UTC where the browser does not know. */
export function userTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return !timeZone || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}
