import { exactTime, relativeTime } from '#web/lib/format/relative-time.ts';
import { useMinute } from '#web/lib/minute.ts';

/** "5 minutes ago", with the exact time as its tooltip. */
export function RelativeTime({ at }: { at: string }) {
  const now = useMinute();
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
