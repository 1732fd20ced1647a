import type { Clock } from '#server/clock.ts';
import type { CallTracker, TrackedCall } from './port.ts';

interface DemoCall extends Omit<TrackedCall, 'startedAt'> {
  readonly hoursAgo: number;
}

const CALLS: readonly DemoCall[] = [
  {
    id: 'CALDEMO0000000000000001',
    customerName: 'Irene Castell',
    customerPhone: '+16145550177',
    duration: 214,
    hoursAgo: 2,
    transcript: `Rep: Thanks for calling Brasswick, this is Tom. What can I do for you?
Customer: Hi Tom, Irene Castell, I run the office at Bellwether Law. We have a pod machine and thirty-four people, and everyone hates it.
Rep: What bothers them most?
Customer: The taste, and the pods. We throw away a bag of them every day. And it costs us around six hundred dollars a month.
Rep: For thirty-four people I would look at the Heron. It grinds fresh beans, and you could try it for two weeks first.
Customer: Who cleans it?
Rep: It rinses itself in the evening. Somebody empties the tray and wipes the spout, that takes two minutes.
Customer: That sounds good. Could you send me an offer? My partner Louis signs, he is back on Thursday.
Rep: I'll send you the offer by Wednesday, and I'll call you on Friday.
Customer: Perfect, thank you.`,
  },
  {
    id: 'CALDEMO0000000000000002',
    customerName: 'Marcus Boyle',
    customerPhone: '+14125550123',
    duration: 151,
    hoursAgo: 5,
    transcript: `Rep: Brasswick support, Priya speaking.
Customer: This is Marcus from Boyle Surveying. The display says no water, but the tank is full.
Rep: Please lift the tank out and look at the round sieve underneath. Is there anything white on it?
Customer: Yes, it's covered.
Rep: That is scale. Rinse it under warm water and put everything back.
Customer: Okay. It's filling. Great, it works again.
Rep: Your filter is due as well. I'll send you one today, it's in your plan.
Customer: Wonderful, thank you so much.`,
  },
  { id: 'CALDEMO0000000000000003', customerName: null, customerPhone: '+12165550140', duration: 19, hoursAgo: 7, transcript: null },
  {
    id: 'CALDEMO0000000000000004',
    customerName: 'Odette Ferris',
    customerPhone: '+13305550166',
    duration: 188,
    hoursAgo: 26,
    transcript: `Rep: Hi Odette, Tom from Brasswick. You asked for a call about the contract.
Customer: Yes. We're moving in spring and I don't want to pay for a machine that stands in an empty office.
Rep: When do you move?
Customer: In the middle of April. The new place has twelve people instead of forty.
Rep: Then the Heron would be too big. We can swap it for a Wren when you move, and the rent goes down with it.
Customer: I was worried you would hold us to thirty-six months.
Rep: The contract goes on, the machine changes. I'll write that into it.
Customer: Can you send me that in writing this week?
Rep: I'll send it tomorrow.`,
  },
];

/** A small call tracker of our own, for demonstrations: a handful of calls, always the same. */
export const demoCallTracker = ({ clock }: { readonly clock: Clock }): CallTracker => {
  const calls = (): TrackedCall[] =>
    CALLS.map(({ hoursAgo, ...call }) => ({ ...call, startedAt: new Date(clock.now().getTime() - hoursAgo * 3_600_000) }));
  return {
    test: async () => 'the built-in call tracker of the demo',
    recentCalls: async (limit) => calls().slice(0, limit),
    callsSince: async () => ({ calls: calls(), next: null }),
    call: async (id) => calls().find((call) => call.id === id) ?? null,
  };
};
