import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const REDBARN_BRANCHES: WorldCall = {
  key: 'redbarn-branches',
  title: 'Red Barn Credit Union: four branches and a favor',
  type: 'sales',
  sentiment: 'positive',
  summary:
    'Margaret confirms the plan for four rented Wrens and needs one purchase order number per branch, which the portal can do. She agrees to a reference call with Gearhart Auto. Signature expected after her operations meeting on Thursday.',
  duration: 176,
  tags: ['multi-site', 'wren', 'purchase order', 'reference', 'closing', 'next step'],
  callValue: '17089.92',
  priority: 'high',
  customer: 'redbarn',
  lead: 'redbarn-branches',
  rep: 'marcus',
  metadata: { source: 'callrail', callId: 'CALb4e2907d15fa68', trackingNumber: '+16145550102' },
  at: ago(0, 190),
  dialogue: `
Rep: Margaret, good morning, it's Marcus. You have the quote for the branches in front of you?
Customer: I do. I've got my glasses on and everything. Four seventy-four seventy-two a month for the four. Is that right?
Rep: That's right. One twenty-nine each, less eight percent.
Customer: Good. It's what I told the committee, so I don't look silly. Now. Purchase orders.
Rep: One per branch?
Customer: One per branch, every branch has its own number and its own budget, and if it's all on one invoice my Tuesday is ruined.
Rep: In the portal each location can have its own address, its own approver and its own number. You'd get four invoices, one each.
Customer: Automatically? I don't have to ask every month?
Rep: Automatically. If you send me the four numbers, I'll set it up before the first machine arrives.
Customer: Well, that's better than the phone company.
Rep: I'll tell them upstairs. Which branch should be first?
Customer: Heath. The manager there has been asking since we got ours at headquarters. She comes over here for meetings that don't need a meeting.
Rep: For the coffee?
Customer: She says for the synergy.
Rep: Then Heath gets hers first. A Wren needs only a plug, so you could have it next week. Do you want us to set them up, or will the branches do it?
Customer: What does it cost?
Rep: With a rental it's included, somebody comes and trains the people.
Customer: Then somebody comes. I'm not training anybody.
Rep: Understood. What stands between today and your signature?
Customer: The operations meeting, Thursday. It's a formality, but it's my formality. I'll sign right after.
Rep: Thursday. Shall I send it for electronic signature at, say, noon?
Customer: Send it at noon. If you don't hear from me by three, something's on fire.
Rep: May I ask you for a favor, Margaret? It's perfectly fine to say no.
Customer: Go on.
Rep: There's a family with five car dealerships. They'd like to talk to somebody with several sites and a waiting room, without me listening.
Customer: And you want me to say something nice.
Rep: I want you to say whatever you think.
Customer: I'd tell them about the Monday you came with somebody else's filter.
Rep: Please do. And how it ended.
Customer: It ended at two in the afternoon with the right filter and a box of cookies. That was excellent, and I'll tell them so. Tomorrow at ten or Friday at nine.
Rep: Thank you. I'll pass both on. And the contract comes Thursday at noon.
Customer: Thursday at noon. The branches are going to love it. Perfect. Bye now, Marcus.
`,
};
