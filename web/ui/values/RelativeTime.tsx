import { exactTime, relativeTime } from '#web/lib/format/time.ts';
import { useNow } from '#web/lib/use-now.ts';

/** "5 minutes ago", with the exact time as its tooltip. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
