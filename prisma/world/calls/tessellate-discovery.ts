import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const TESSELLATE_DISCOVERY: WorldCall = {
  key: 'tessellate-discovery',
  title: 'Tessellate: the Heron is at its limit',
  type: 'sales',
  sentiment: 'positive',
  summary:
    'Tessellate has grown to 110 people and the rented Heron cannot keep up after stand-up. Jonah prefers one Condor on the second floor with the Heron moved upstairs; finance must see the cost per cup. Site check agreed for Thursday at 2:00 p.m.',
  duration: 474,
  tags: ['upgrade', 'condor', 'cost per cup', 'queue', 'site check', 'decision maker', 'discovery'],
  callValue: '19404.00',
  priority: 'high',
  customer: 'tessellate',
  lead: 'tessellate-condor',
  rep: 'marcus',
  metadata: { source: 'callrail', callId: 'CAL7f31c0a94e5d42', trackingNumber: '+16145550102' },
  at: ago(21, 330),
  dialogue: `
Rep: Jonah, good morning, it's Marcus at Brasswick. You wrote that the kitchen has become a bottleneck, which made me smile. Is now still good?
Customer: Yeah, now's good. I'm standing next to the bottleneck. There are nine people in front of me.
Rep: Nine. At what time is this, quarter past nine?
Customer: Nine twelve. Stand-up ends at nine ten and then everybody walks over here like it's a concert.
Rep: How many of you are there now? When we installed the Heron it was seventy-something.
Customer: Seventy-four. We're a hundred and ten, a hundred and twelve if you count the interns.
Rep: And are they all on that floor?
Customer: No, that's the thing. We took the third floor in spring. So there's forty people up there with no kitchen to speak of, just a sink.
Rep: A sink is more than many people have. So the upstairs people come down for coffee?
Customer: They come down, they stand in line, they go back up, and then my head of product sends me a message with a stopwatch picture.
Rep: What did the stopwatch say?
Customer: Eleven minutes.
Rep: Ouch. What would you like it to say?
Customer: Two? Three? I don't know. I just don't want people going across the street. When they go across the street it's forty minutes and they come back with, like, a croissant and an opinion.
Rep: How often does that happen?
Customer: More than it did. I'd say twenty people a day.
Rep: Okay. Can I tell you what I see in your cup counts? I have the last three months in front of me.
Customer: Oh, you can see that? Sure, go ahead.
Rep: You make a hundred and eighty-five drinks on a Tuesday. The Heron is made for a hundred and fifty. And fifty-eight of those come between nine and nine thirty.
Customer: So we're just over the limit. It's not broken.
Rep: It isn't broken, it's outnumbered. It's also why the milk cleaning message comes so often, by the way.
Customer: Ha. I thought that was personal.
Rep: I see two ways. One is a second Heron upstairs. The other is a Condor downstairs, which pours two drinks at once, and your Heron moves to the third floor.
Customer: What's the difference, in money?
Rep: The Condor rents for five thirty-nine a month on thirty-six months. A second Heron would be two seventy-nine.
Customer: So the Condor's almost double.
Rep: It is. May I ask how the forty people upstairs split? Are they engineers, do they drink a lot?
Customer: Support team, mostly. They drink like it's a job.
Rep: Then upstairs a Heron is right, forty people, seventy, eighty cups. The question is really the second floor with seventy people and that one wave after stand-up.
Customer: Right. And you're saying another Heron upstairs takes the forty away, so downstairs we're back to seventy people on one Heron.
Rep: Which worked for you last year.
Customer: It worked, yeah. But we're hiring. The plan says a hundred and forty by next summer.
Rep: Ah. That changes my answer. How sure is the plan?
Customer: It's a plan. The board signed it. Call it eighty percent.
Rep: Then I'd lean to the Condor. If it were seventy and staying seventy I'd tell you to take the cheaper one.
Customer: I appreciate that. What does the Condor need? Because the last time we did electrical work in here it took the landlord six weeks.
Rep: A 208-volt circuit with thirty amps, a cold water line and a drain within six feet. The Heron didn't need the drain.
Customer: The drain's there, there's the dishwasher. The circuit, no idea.
Rep: That's what the site check is for. Twenty minutes on video, and I'd want whoever knows the panel on it.
Customer: That's Bea, our office manager. She knows where everything is buried.
Rep: Perfect. How long does Bea, well, how long does the landlord take these days?
Customer: He got better. Two weeks?
Rep: The Condor is built to order, three to four weeks. So they'd run in parallel and the electrician would be done first.
Customer: Okay. And the Heron, do I get punished for moving it? It's a rental, we're like fourteen months in.
Rep: No fee. You keep it at two seventy-nine, we move it upstairs. Normally moving is a hundred and forty-five for the first hour.
Customer: Normally?
Rep: If the Condor goes in on the same day, my technician is there anyway. I'll put it in the quote at zero.
Customer: Nice. Now, I have to get this past finance, and finance is Laurel, and Laurel has a thing about coffee.
Rep: For it or against it?
Customer: She brings a thermos.
Rep: Then let's give her a number and no poetry. What do you think one of those trips across the street costs you?
Customer: In time? Forty minutes, loaded cost of an engineer... call it fifty bucks.
Rep: Twenty people a day at fifty dollars is a thousand dollars a day. I wouldn't even use all of that. Use a tenth of it.
Customer: A hundred a day. Two thousand a month. Yeah, okay, the Condor pays for itself by the fifth.
Rep: And per cup, with the Weekday Blend you have, the Condor comes to about thirty-four cents at full use. I'll write both on one page.
Customer: One page, big letters. She reads on her phone. Does the price go up if we go to a hundred and forty?
Rep: The rent doesn't rise during the term. You'd only buy more beans.
Customer: And if the plan doesn't happen? If we shrink?
Rep: Fair question. After month twelve you can leave with sixty days' notice and three months' rent. Before that it's six months' rent. You'd still have the Heron.
Customer: Okay. That's not great, but it's clear.
Rep: I'd rather you hear it now than read it later. Who else has a say, besides Laurel?
Customer: Me and Laurel. I can sign it, she can make me regret it.
Rep: Then shall we do the video check with Bea this week, so that the quote isn't a guess? Thursday at two?
Customer: Thursday at two works. Let me just, hang on. Bea! Thursday at two, coffee guy, video? She's nodding.
Rep: Wonderful. You'll have an invitation in ten minutes, and the page for Laurel the day after the check.
Customer: Great. Oh, one more thing, can the big one do oat milk? Half of support is oat milk.
Rep: It has two milk types built in, they don't mix. Dairy on the left, oat on the right.
Customer: Oh, that's perfect. You should have started with it. I'd have signed.
Rep: I'll remember. Thursday at two, Jonah. Enjoy your place in line.
Customer: I'm fourth now. This is great, Marcus, the team is going to love it. Talk Thursday.
`,
};
