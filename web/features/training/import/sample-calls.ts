import type { CallImportInput } from '#web/gql/graphql.ts';

/** Two calls to try the import with: 180 and 120 seconds (specification, section 9). */
export const SAMPLE_CALLS: CallImportInput[] = [
  {
    id: 'sample_call_1',
    customer_name: 'Helen Marsh',
    customer_phone_number: '+1 555 010 0142',
    duration: 180,
    start_time: '2026-01-12T15:04:00.000Z',
    transcription: `Rep: Good afternoon, thanks for calling. How can I help?
Customer: Hi, this is Helen Marsh. We are opening a second office and I would like to know what a plan for both would cost.
Rep: Congratulations. How many people will work there?
Customer: About twenty, and thirty at the old one. Our budget is around $9,000 for the year.
Rep: For fifty people I would suggest the team plan. It covers both offices on one invoice.
Customer: Is there a discount for paying yearly? And who helps us when something breaks?
Rep: Yes, ten percent if you pay for the year, and support answers within one business day.
Customer: That sounds good. Could you send me a quote? My partner decides with me on Thursday.
Rep: I'll send it by Wednesday and call you on Friday.
Customer: Perfect, thank you so much.`,
  },
  {
    id: 'sample_call_2',
    customer_name: 'Victor Lindqvist',
    customer_phone_number: '+1 555 010 0177',
    duration: 120,
    start_time: '2026-01-13T09:31:00.000Z',
    transcription: `Rep: Support, good morning. What can I do for you?
Customer: Morning, Victor here. Nobody in our office can log in since yesterday, it says the account is locked.
Rep: I am sorry. Did somebody change the email address of the account?
Customer: Yes, our accountant did. And now we are stuck, we have invoices to send today.
Rep: Then the new address has to be confirmed. I have just sent the confirmation again, please look in the mailbox.
Customer: It's there. I clicked it. Okay, we're in. Great, thank you.
Rep: I'll write down for the team how this happened, so that you get a warning next time.
Customer: I'd appreciate that. Bye.`,
  },
];
