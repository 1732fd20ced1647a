/** The first day of a week, as calendars have it. */
export const WEEK_STARTS = ['monday', 'sunday', 'saturday'] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

/** Characters of the company’s name, bytes of the logo, how many email domains may register, and days that events and lines of the security log are kept. */
export const WORKSPACE_LIMITS = {
  companyName: 100,
  logoBytes: 200_000,
  registrationDomains: 20,
  retentionDays: { least: 30, most: 3_650 },
} as const;
