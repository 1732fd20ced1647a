import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const COBALT_SECURITY: WorldCall = {
  key: 'cobalt-security',
  title: 'Cobalt Data Systems: security questions about Pulse',
  type: 'sales',
  sentiment: 'positive',
  summary:
    'Yuki walks through Cobalt’s security concerns: own SIM, no network access, no microphone. The remaining wish is to have the SIM removed on the server-room floor only. Quote for two Herons goes out the next day; review board meets in two weeks.',
  duration: 347,
  tags: ['pulse', 'security review', 'it department', 'heron', 'quote'],
  callValue: '19083.60',
  priority: 'medium',
  customer: 'cobalt',
  lead: 'cobalt-two-herons',
  rep: 'priya',
  metadata: { source: 'callrail', callId: 'CALc58a0e93b1d247', trackingNumber: '+14125550102' },
  at: ago(9, 75),
  dialogue: `
Rep: Hi Yuki, Priya from Brasswick. I have the questionnaire you sent, all sixty-one questions of it.
Customer: Yes, sorry. It's the same form for a coffee machine and for a payroll provider.
Rep: No need to be sorry. I enjoyed "Describe your approach to penetration testing of the milk."
Customer: It doesn't say that.
Rep: It doesn't, but it felt close. Shall we go through what matters, and I send the rest in writing?
Customer: Please. There are really four things. One, does it touch our network.
Rep: No. The machine has its own SIM. It never joins your Wi-Fi and it has no Ethernet port.
Customer: No port at all? Or a port that isn't used?
Rep: No port. There's a service connector behind the side panel, it speaks to our technician's tablet over a cable. That's all.
Customer: Okay, good. That's better than the printers. Two. What leaves the building?
Rep: Every fifteen minutes: how many drinks of which kind, error codes, water hardness, the age of the filter. That's the whole list.
Customer: No names, no badges?
Rep: There's nothing in the machine that knows who you are. You press cappuccino, it counts a cappuccino.
Customer: And a microphone? I have to ask. Some of these smart appliances do.
Rep: No microphone, no camera. The grinder would make it very boring to listen to anyway.
Customer: Ha. Okay. Three is where the data sits.
Rep: In a data center in Ohio, encrypted on the way with TLS 1.3. Counts are kept for twenty-four months, then deleted.
Customer: Could we get them deleted sooner?
Rep: I don't know. I think so, but I'm not going to guess with a security team. I'll ask today and write it in the answer.
Customer: I appreciate that. Most vendors just say yes.
Rep: Most vendors don't have to come back and fix the machine. What's the fourth?
Customer: The fourth is the awkward one. We have two floors. The fifth is normal, desks and so on. The fourth is the operations floor, with a customer's equipment on it. Radio transmitters are not allowed there.
Rep: A SIM is a radio transmitter.
Customer: Exactly. So is that the end of it?
Rep: No. We take the SIM out. It's free and it takes two minutes, and the machine works the same. You lose the cup counts and the early warnings on that floor.
Customer: What do the early warnings do for us?
Rep: They tell us a pump is getting tired before you notice. A bit over a third of our repairs last year were like that. Without it, we come when you call.
Customer: That's fine. On the fourth floor we call anyway. And it's proven that it's out? I need it in writing.
Rep: The technician hands you the card, you sign for it, and you get a photo of the empty slot. We've done it for a testing lab.
Customer: Perfect. That's honestly perfect. Can you put that process on one page?
Rep: You'll have it with the questionnaire. Two business days, so by Thursday.
Customer: Good. Then commercially. I've never bought a coffee machine for the company. How does this work?
Rep: How many people are on each floor?
Customer: Fifty on five, about forty-five on four, but they're in shifts, so it's never all of them.
Rep: Nights as well?
Customer: Nights as well. Nights drink the most.
Rep: Then a Heron on each. Together they're five thirty a month with the discount for two. Installation, repairs and water filters are in it.
Customer: And water? We have a kitchen on five. On four there's only a utility sink behind a door.
Rep: How far is the sink from where people would want coffee?
Customer: Ten feet? Maybe twelve.
Rep: The line needs to be within six. A plumber can bring it closer, that's usually three or four hundred dollars. We don't do that part ourselves.
Customer: Our facilities people can. They're bored.
Rep: Lovely. Then the only thing I need is a video look at both spots. Could you do it, or is that a facilities thing?
Customer: No video on the fourth floor either.
Rep: Of course not. A sketch with measurements, then. On paper.
Customer: You'll get the nicest sketch you've ever seen. We have people for that.
Rep: I can't wait. And who decides, once the form is through?
Customer: The review board, they meet every second Wednesday. If they say yes, it's me. The money is nothing special.
Rep: So two weeks from tomorrow would be the board. If your answers are in their hands a week before, is that early enough?
Customer: More than enough. Nobody's ever been a week early.
Rep: Then let's be the first. The quote tomorrow, the questionnaire and the SIM page by Thursday, and I'll call you the day after the board.
Customer: Sounds good. And Priya? Thank you for not pretending the radio thing was a stupid question.
Rep: It was the best question I've had this week. Talk soon.
Customer: Bye.
`,
};
