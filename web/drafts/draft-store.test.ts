import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DRAFT_LIMITS, offerDraft, readDraft, settleDraft, writeDraft } from './draft-store.ts';

const typed = (value: string, base = '') => ({ fields: { name: { value, base } }, earlier: null });
const name = (person: string, subject: string) => readDraft(person, subject)?.fields.name?.value;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00Z') });
});

describe('the drafts of a browser', () => {
  it('belong to one person and one subject', () => {
    writeDraft('maya', 'lead/1', typed('Grace'));
    expect(name('maya', 'lead/1')).toBe('Grace');
    expect(readDraft('maya', 'lead/2')).toBeNull();
    expect(readDraft('omar', 'lead/1')).toBeNull();
    expect(readDraft('may', 'a/lead/1')).toBeNull();
  });

  it('are removed once nothing differs from what is saved', () => {
    writeDraft('maya', 'lead/1', typed('Grace'));
    writeDraft('maya', 'lead/1', { fields: {}, earlier: null });
    expect(localStorage).toHaveLength(0);
  });

  it('last 30 days', () => {
    writeDraft('maya', 'lead/1', typed('Grace'));
    vi.advanceTimersByTime(DRAFT_LIMITS.ageMs);
    expect(name('maya', 'lead/1')).toBe('Grace');
    vi.advanceTimersByTime(1);
    expect(readDraft('maya', 'lead/1')).toBeNull();
    // Another person's, too, is gone with the next one that is written.
    writeDraft('omar', 'lead/1', typed('Ada'));
    expect(localStorage).toHaveLength(1);
  });

  it('are limited in number: the oldest goes', () => {
    for (let lead = 0; lead <= DRAFT_LIMITS.count; lead += 1) {
      writeDraft('maya', `lead/${lead}`, typed('Grace'));
      vi.advanceTimersByTime(1);
    }
    expect(localStorage).toHaveLength(DRAFT_LIMITS.count);
    expect(readDraft('maya', 'lead/0')).toBeNull();
  });

  it('are limited in size: the oldest goes', () => {
    for (const lead of [1, 2, 3]) {
      writeDraft('maya', `lead/${lead}`, typed('x'.repeat(DRAFT_LIMITS.characters * 0.4)));
      vi.advanceTimersByTime(1);
    }
    expect([1, 2, 3].map((lead) => readDraft('maya', `lead/${lead}`) !== null)).toEqual([false, true, true]);
  });

  it('last as long as the page where the browser has no room', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    writeDraft('maya', 'lead/1', typed('Grace'));
    expect(name('maya', 'lead/1')).toBe('Grace');
    writeDraft('maya', 'lead/1', { fields: {}, earlier: null });
    expect(readDraft('maya', 'lead/1')).toBeNull();
  });

  it('that are not readable count as none', () => {
    localStorage.setItem('callboard.draft.maya/lead/1', '{');
    expect(readDraft('maya', 'lead/1')).toBeNull();
  });
});

it('keeps what is offered apart from what is typed meanwhile', () => {
  writeDraft('maya', 'new-lead', typed('Grace'));
  offerDraft('maya', 'new-lead');
  const earlier = readDraft('maya', 'new-lead')?.earlier ?? null;
  expect(earlier?.fields.name?.value).toBe('Grace');
  writeDraft('maya', 'new-lead', { ...typed('Ada'), earlier });
  settleDraft('maya', 'new-lead', { name: 'Ada' });
  expect(readDraft('maya', 'new-lead')).toMatchObject({ fields: {}, earlier: { fields: { name: { value: 'Grace' } } } });
});
