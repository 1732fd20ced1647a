import { exactTime } from '#web/lib/relative-time.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';

/** When it was: the moment itself, and how long ago. */
export function TimeAgo({ at }: { at: string }) {
  return (
    <>
      {exactTime(at)} (<RelativeTime at={at} />)
    </>
  );
}
