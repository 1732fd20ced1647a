import { measure } from '#domain/conversation/measure.ts';
import { bounded, median, type Row } from '../row.ts';

const ROUNDS = 30;
const SAID = [
  'So what we would really like to know is how much the larger machine costs, and when you could deliver it to us?',
  'That depends on the boiler you choose. Um, most offices of your size take the middle one, and we install it within a week.',
  'I see. We are not happy with the price of the service contract, though; our present supplier asks for less.',
  'I understand. What does your present contract include? Ours has all spare parts, and a technician within four hours.',
];
/** An hour of talk, a turn every ten seconds. */
const HOUR = Array.from({ length: 360 }, (_, at) => `${at % 2 ? 'Rep' : 'Customer'}: ${SAID[at % SAID.length]}`).join('\n');

/** The numbers of a call that lasted an hour, from its text. */
export const transcript: Row = {
  name: 'transcript',
  measure: async () => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now();
      measure(HOUR, { durationSeconds: 3_600 });
      times.push(performance.now() - begun);
    }
    return [bounded('the metrics of a 60-minute transcript', median(times), 50)];
  },
};
