import type { EmailTone, EmailType } from '#contract/email-template.ts';
import { capitalised } from '#server/language/plain-text.ts';

// What each kind of email says, in four voices. Formal keeps every word whole; casual keeps few.

/** The parts of one email in one voice. The purpose, where there is one, stands between opening and body. */
export interface Phrases {
  readonly subject: string;
  readonly opening: string;
  readonly body: readonly string[];
  readonly ask: string;
}

/** How a voice begins and ends, whatever the email is for. */
interface Frame {
  readonly greeting: string;
  readonly closing: string;
  /** Goes before a verb: "I am writing to". */
  readonly purposeLead: string;
  /** Goes before the name of something. */
  readonly aboutLead: string;
  /** The subject of an email about this: "our demo". */
  subject(topic: string): string;
  readonly apology: string;
  /** Takes the place of the usual question at the end. */
  readonly callAsk: string;
}

export const FRAMES: Readonly<Record<EmailTone, Frame>> = {
  formal: {
    greeting: 'Dear {{customer_name}},',
    closing: 'Yours sincerely,',
    purposeLead: 'I am writing to',
    aboutLead: 'I am writing with regard to',
    subject: (topic) => `Regarding ${topic}`,
    apology: 'Please accept my sincere apologies for the inconvenience you have experienced.',
    callAsk: 'May I ask you to suggest a date and a time at which we may discuss this by telephone?',
  },
  friendly: {
    greeting: 'Hi {{first_name}},',
    closing: 'Warm wishes,',
    purposeLead: 'I’m getting in touch to',
    aboutLead: 'I’m getting in touch about',
    subject: (topic) => `Hi {{first_name}}, about ${topic}`,
    apology: 'I’m really sorry that things haven’t gone as they should.',
    callAsk: 'Shall we have a short call? Just tell me when it suits you!',
  },
  professional: {
    greeting: 'Hello {{first_name}},',
    closing: 'Kind regards,',
    purposeLead: 'I am writing to',
    aboutLead: 'I am writing about',
    subject: (topic) => `${capitalised(topic)}: a note from {{company_name}}`,
    apology: 'I apologise for the trouble this has caused.',
    callAsk: 'Which day suits you for a 15-minute call?',
  },
  casual: {
    greeting: 'Hey {{first_name}},',
    closing: 'Cheers,',
    purposeLead: 'Just a quick note to',
    aboutLead: 'Just a quick note about',
    subject: (topic) => `Quick note: ${topic}`,
    apology: 'Sorry about the mess!',
    callAsk: 'Got ten minutes for a call?',
  },
};

export const PHRASES: Readonly<Record<EmailType, Readonly<Record<EmailTone, Phrases>>>> = {
  welcome: {
    formal: {
      subject: 'Welcome to {{company_name}}',
      opening:
        'On behalf of {{company_name}}, I would like to welcome you as our customer and to thank you for the trust you have placed in us.',
      body: [
        'From today you have a personal contact in our team. I will gladly explain how we work, answer your questions, and see to it that your first weeks with us go smoothly.',
        'Should anything not meet your expectations, please inform me directly, so that we can attend to it without delay.',
      ],
      ask: 'May I ask you to let me know at which telephone number and at what time you are best reached for a short introductory conversation?',
    },
    friendly: {
      subject: 'Welcome, {{first_name}}! We’re glad you’re here',
      opening: 'Welcome to {{company_name}}! We’re really happy to have you with us.',
      body: [
        'I’m your contact here, so whenever you wonder how something works or who to ask, just write to me. There’s no such thing as a silly question in the first weeks.',
        'We’d love to hear what you’re hoping to get done first, so we can help you get there.',
      ],
      ask: 'When would be a good time for a short call to get to know each other?',
    },
    professional: {
      subject: 'Welcome to {{company_name}}: your next steps',
      opening: 'Thank you for choosing {{company_name}}. I am your contact from here on.',
      body: [
        'The first step is a short call to agree on your goals and on who is involved on your side. After it you will receive a summary with dates and names.',
        'Until then you can reach me by replying to this email.',
      ],
      ask: 'Which day next week suits you for the call?',
    },
    casual: {
      subject: 'Good to have you, {{first_name}}',
      opening: 'Great that you’re on board with {{company_name}}!',
      body: [
        'I’m the one to bug with questions, big or small. Just hit reply and you’ll get me, not a ticket number.',
        'No homework for now. Have a look around and see what you like.',
      ],
      ask: 'Fancy a quick chat this week?',
    },
  },
  follow_up: {
    formal: {
      subject: 'Following up on our conversation',
      opening: 'I refer to our recent conversation and would like to thank you for your time.',
      body: [
        'I wish to make certain that you have received all the information you require in order to reach a decision. Should anything remain unclear, I will be pleased to provide further details in writing or by telephone.',
        'If your plans or your timetable have changed in the meantime, I would be grateful if you could inform me, so that I can adjust our proposal accordingly.',
      ],
      ask: 'May I ask when it would be convenient for you to continue our conversation?',
    },
    friendly: {
      subject: 'Lovely talking to you, {{first_name}}',
      opening: 'It was lovely talking to you, and I’ve been thinking about what you told me.',
      body: [
        'I wanted to check that you’ve got everything you need, and that nothing’s left you scratching your head. If something has, that’s on me, so please tell me.',
        'If things have moved on at your end, that’s fine too. I’d simply like to know where you stand.',
      ],
      ask: 'Shall we talk again this week?',
    },
    professional: {
      subject: 'Next steps after our conversation',
      opening: 'Thank you for our conversation.',
      body: [
        'I would like to confirm that you have what you need to decide, and to answer whatever is still open.',
        'If the timing has changed, a short reply is enough and I will come back when it suits you.',
      ],
      ask: 'Are you available for 15 minutes this week to agree on the next step?',
    },
    casual: {
      subject: 'Quick follow-up',
      opening: 'Good chat the other day!',
      body: [
        'Anything you’re still wondering about? Shoot. I’d rather answer one question too many than leave you guessing.',
        'And if it’s just not the moment, no hard feelings. Tell me and I’ll leave you in peace for a while.',
      ],
      ask: 'Got ten minutes this week?',
    },
  },
  quote: {
    formal: {
      subject: 'Our quotation for your consideration',
      opening: 'Thank you for your enquiry. Please find our quotation enclosed with this message.',
      body: [
        'It contains every item we discussed, together with the conditions that apply. No further costs will arise that are not stated in it.',
        'I will gladly go through the individual items with you, and I will adapt the quotation should your requirements have changed.',
      ],
      ask: 'May I ask you to review the quotation and to let me know whether it meets your requirements?',
    },
    friendly: {
      subject: 'Your quote is here, {{first_name}}',
      opening: 'Thanks so much for your patience. Here’s the quote we talked about!',
      body: [
        'I’ve put in everything you told me you’d need, and I’ve left out what you wouldn’t. What you see is what you’d pay.',
        'If a line looks odd, or if you’d like to play with the numbers, just tell me and we’ll look at it together.',
      ],
      ask: 'What do you think? Does this work for you?',
    },
    professional: {
      subject: 'Your quote from {{company_name}}',
      opening: 'Thank you for your interest. The quote you asked for is attached.',
      body: [
        'It lists all items, the total, and the conditions. There are no costs beyond those listed.',
        'If quantities or dates have changed, let me know and you will receive an updated version.',
      ],
      ask: 'Could you tell me by when you expect to decide?',
    },
    casual: {
      subject: 'Here’s your quote',
      opening: 'Here’s the quote, as promised.',
      body: [
        'Everything’s in it, nothing’s hidden. Skip to the bottom if you only want the total, I would too.',
        'Something not right? Tell me and I’ll fix it.',
      ],
      ask: 'Does it look good to you?',
    },
  },
  proposal: {
    formal: {
      subject: 'Proposal for our cooperation',
      opening: 'Further to our discussions, I am pleased to submit our proposal.',
      body: [
        'It describes your objectives as we have understood them, the approach we recommend, and the responsibilities on both sides. We have deliberately limited it to what can be achieved and measured.',
        'I would welcome the opportunity to present it to all those involved in your decision and to answer their questions in person.',
      ],
      ask: 'Would you kindly suggest a date on which we may discuss the proposal?',
    },
    friendly: {
      subject: 'An idea for you, {{first_name}}',
      opening: 'We’ve put our heads together, and here’s what we’d suggest!',
      body: [
        'The proposal starts from what you told us you’d like to change, and it says who’d do what. We’ve kept it short, because nobody enjoys forty pages.',
        'It isn’t set in stone. If something doesn’t feel right, we’d love to hear it and make it better.',
      ],
      ask: 'Can we walk you through it in a short call?',
    },
    professional: {
      subject: 'Our proposal for your project',
      opening: 'Attached is our proposal, based on what you told us.',
      body: [
        'It covers your goals, the steps we recommend, and what each side contributes. The first page sums up the decision you are asked to take.',
        'I am happy to present it to your colleagues and to answer their questions.',
      ],
      ask: 'Which day would suit you for a 30-minute review?',
    },
    casual: {
      subject: 'Our idea, on one page',
      opening: 'We’ve sketched what we’d do for you.',
      body: [
        'It’s short: what you want, what we’d do, what it takes. Poke holes in it, that’s what it’s for.',
        'If you like it, we can start small and see how it goes.',
      ],
      ask: 'Want to talk it through?',
    },
  },
  support: {
    formal: {
      subject: 'Regarding your support request',
      opening: 'Thank you for bringing this matter to our attention. I regret the inconvenience it has caused you.',
      body: [
        'Your request is being handled by our technical team, and I will remain your contact until it has been resolved to your satisfaction.',
        'In order to proceed without delay, we require an exact description of what you observed, the time at which it occurred, and any message that was displayed.',
      ],
      ask: 'May I ask you to send us this information in reply to this message?',
    },
    friendly: {
      subject: 'We’re on it, {{first_name}}',
      opening: 'Thanks for letting us know, and I’m sorry you’ve had this trouble. We’re on it.',
      body: [
        'I’ll stay with you until it’s sorted, so you won’t have to explain everything twice.',
        'It’d help us a lot if you could tell us what you saw, when it happened, and what the screen said. A photo’s perfect.',
      ],
      ask: 'Could you send me that, or shall I call you?',
    },
    professional: {
      subject: 'Your support request: what happens next',
      opening: 'Thank you for reporting this. I am sorry for the trouble.',
      body: [
        'Our technicians are looking into it, and I will keep you informed until it is resolved.',
        'To find the cause we need three things: what you saw, when it happened, and the exact wording of any message.',
      ],
      ask: 'Could you reply with these details, with a screenshot or photo if possible?',
    },
    casual: {
      subject: 'On it!',
      opening: 'Thanks for shouting. Sorry about this!',
      body: [
        'We’re having a look right now, and I’ll ping you as soon as I know more.',
        'Meanwhile: what did you see, and when? A quick photo beats a long description.',
      ],
      ask: 'Can you send me that?',
    },
  },
  newsletter: {
    formal: {
      subject: 'News from {{company_name}}',
      opening: 'It is our pleasure to inform you of recent developments at {{company_name}}.',
      body: [
        'We have selected what we believe to be of use to you in your daily work. Should you wish to learn more about any of it, we will gladly send you further information.',
        'Should you prefer not to receive such messages in future, a short reply to this email is sufficient.',
      ],
      ask: 'We would be pleased to receive your comments and to learn which subjects are of interest to you.',
    },
    friendly: {
      subject: 'What’s new at {{company_name}}',
      opening: 'It’s been a busy few weeks here, and we’d love to share what’s new!',
      body: [
        'We’ve picked the bits we think you’ll enjoy or can use right away. If one of them catches your eye, we’re happy to tell you more.',
        'And if you’d rather not get these, just say so. We won’t be hurt.',
      ],
      ask: 'What would you like to read about next time?',
    },
    professional: {
      subject: 'What is new at {{company_name}}',
      opening: 'Here is a short summary of what is new at {{company_name}}.',
      body: [
        'Each point is something you can use today. For details, reply with the topic and we will send them.',
        'To stop receiving these emails, a one-line reply is enough.',
      ],
      ask: 'Which topic should we cover in more depth next time?',
    },
    casual: {
      subject: 'News, the short version',
      opening: 'Here’s what’s been going on at {{company_name}}. Two minutes, promise.',
      body: [
        'No fluff, just the stuff that’s actually useful. Curious about any of it? Hit reply.',
        'Had enough of these? Tell me and you’re off the list.',
      ],
      ask: 'What should be in the next one?',
    },
  },
};
