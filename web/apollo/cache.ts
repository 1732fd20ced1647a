import { InMemoryCache } from '@apollo/client';
import possible from '#web/gql/possible-types.ts';
import { pages } from './pages.ts';
import { rowsById } from './rows-by-id.ts';

/** The normalised store: what identifies each thing, and how the pages of a list grow together. */
export const createCache = () =>
  new InMemoryCache({
    possibleTypes: possible.possibleTypes,
    typePolicies: {
      Query: {
        fields: {
          aiResponses: pages(),
          coachingInsights: pages(['filter'], { keepsTail: true }),
          coachingSessions: pages([], { keepsTail: true }),
          customers: pages(['search'], { keepsTail: true }),
          emailTemplates: pages(['type'], { keepsTail: true }),
          events: pages(['kinds', 'subjectId']),
          interactionFlows: pages(['customerId', 'flowType'], { keepsTail: true }),
          leads: pages(['filter']),
          liveCalls: pages(['status', 'mine', 'orderBy'], { keepsTail: true }),
          notifications: pages(),
          orders: pages(['search'], { keepsTail: true }),
          trainingItems: pages(['filter'], { keepsTail: true }),
          transcriptions: pages(['search', 'filter'], { keepsTail: true }),
        },
      },
      // A call or a number is what one review found: the same call may score differently in another.
      CoachedCall: { keyFields: false },
      CoachingInsight: { fields: { evidence: { merge: false }, followUp: { merge: false } } },
      CoachingProgress: { keyFields: [] },
      CoachingSession: {
        fields: { calls: { merge: false }, goals: { merge: false }, numbers: { merge: false }, progress: { merge: false } },
      },
      // One answer has many parts, asked for apart: the numbers, and the rows behind them page by page.
      AnalyticsBefore: { merge: true },
      AssistantAnalytics: { merge: true, fields: { rows: pages(['used']) } },
      CallAnalytics: { merge: true, fields: { rows: pages(['type', 'sentiment']) } },
      CallShare: { merge: true },
      LeadAnalytics: { merge: true, fields: { rows: pages(['stage']) } },
      SalesAnalytics: { merge: true, fields: { rows: pages(['currency']), wonRows: pages() } },
      // The ids of prompts are unique only within their call.
      CoachingPrompt: { keyFields: false },
      Customer: { fields: { leads: pages(), timeline: pages([], { keepsTail: true }) } },
      CustomerMetrics: { keyFields: false, merge: true },
      EmailTypeCount: { keyFields: ['type'] },
      Import: { fields: { keptRows: { merge: false }, problems: { merge: false }, sample: { merge: false } } },
      Integration: { keyFields: ['provider'] },
      // Their rows have no ids: what came last is the whole.
      InteractionFlow: { fields: { interactions: { merge: false }, stages: { merge: false } } },
      InteractionFlowSummary: { keyFields: [] },
      LeadMetrics: { keyFields: false, merge: true },
      LiveCall: {
        fields: { lastTurn: { merge: false }, notes: { merge: false }, prompts: rowsById, tips: { merge: false }, turns: { merge: false } },
      },
      LiveCallChange: { fields: { turns: { merge: false } } },
      LiveCallMetrics: { keyFields: false, merge: true },
      Pipeline: { keyFields: [] },
      PipelineColumn: { keyFields: ['stage'], fields: { leads: pages() } },
      Session: { keyFields: [] },
      Transcription: { fields: { metrics: { merge: true } } },
      Workspace: { keyFields: [] },
    },
  });
