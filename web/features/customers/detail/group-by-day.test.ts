import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

describe.each(['UTC', 'America/Los_Angeles', 'Asia/Kolkata'])('days in %s', (zone) => {
  let days: typeof import('./group-by-day.ts');
  beforeAll(async () => {
    vi.stubEnv('TZ', zone);
    // Intl formatters keep the time zone they were created in.
    vi.resetModules();
    days = await import('./group-by-day.ts');
  });
  afterAll(() => vi.unstubAllEnvs());

  it('begin at local midnight', () => {
    const now = new Date(2026, 2, 10, 0, 30);
    expect(days.dayName(new Date(2026, 2, 10, 0, 0), now)).toBe('Today');
    expect(days.dayName(new Date(2026, 2, 10, 23, 59), now)).toBe('Today');
    expect(days.dayName(new Date(2026, 2, 9, 23, 59), now)).toBe('Yesterday');
    // Daylight saving time began on the eighth.
    expect(days.dayName(new Date(2026, 2, 8, 0, 0), now)).toBe('Sunday, March 8');
    expect(days.dayName(new Date(2025, 11, 31, 12), now)).toBe('December 31, 2025');
  });

  it('keep the order of entries', () => {
    const at = (day: number, hour: number) => ({ at: new Date(2026, 2, day, hour).toISOString() });
    const [a, b, c] = [at(10, 9), at(10, 8), at(9, 23)];
    expect(days.groupByDay([a, b, c], new Date(2026, 2, 10, 10))).toEqual([
      { name: 'Today', entries: [a, b] },
      { name: 'Yesterday', entries: [c] },
    ]);
    expect(days.groupByDay([], new Date())).toEqual([]);
  });
});
