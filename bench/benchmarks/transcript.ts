import { measure } from '#domain/conversation/measure.ts';
import { type Benchmark, bounded, median } from '../benchmark.ts';

const ROUNDS = 30;
const TURNS = [
  'So what we would really like to know is how much the larger machine costs, and when you could deliver it to us?',
  'That depends on the boiler you choose. Um, most offices of your size take the middle one, and we install it within a week.',
  'I see. We are not happy with the price of the service contract, though; our present supplier asks for less.',
  'I understand. What does your present contract include? Ours has all spare parts, and a technician within four hours.',
];
/** An hour of conversation, a turn every ten seconds. */
const HOUR = Array.from({ length: 360 }, (_, at) => `${at % 2 ? 'Rep' : 'Customer'}: ${TURNS[at % TURNS.length]}`).join('\n');

/** Computing the metrics of an hour-long call from its text. */
export const transcript: Benchmark = {
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
