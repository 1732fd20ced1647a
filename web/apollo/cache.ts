import { type FieldPolicy, InMemoryCache, type StoreObject } from '@apollo/client';
import { possibleTypes } from '#web/gql/possible-types.ts';
import { connectionPolicy } from './connection-policy.ts';

/** The normalized cache: the key fields of each type, and how the pages of lists are merged. */
export const createCache = () =>
  new InMemoryCache({
    possibleTypes,
    typePolicies: {
      Query: {
        fields: {
          aiResponses: connectionPolicy(['where']),
          auditEntries: connectionPolicy(['filter']),
          coachingInsights: connectionPolicy(['filter']),
          coachingSessions: connectionPolicy(['userId']),
          customers: connectionPolicy(['search', 'owners']),
          emailTemplates: connectionPolicy(['type']),
          events: connectionPolicy(['kinds', 'subjectId']),
          interactionFlows: connectionPolicy(['customerId', 'flowType', 'owners']),
          leads: connectionPolicy(['filter']),
          liveCalls: connectionPolicy(['status', 'mine', 'orderBy']),
          notifications: connectionPolicy(),
          orders: connectionPolicy(['search']),
          trainingItems: connectionPolicy(['filter']),
          transcriptions: connectionPolicy(['search', 'filter', 'owners']),
        },
      },
      // Scores belong to one coaching session: the same call may have other scores in another.
      CoachedCall: { keyFields: false },
      CoachingInsight: { fields: { evidence: { merge: false }, followUp: { merge: false } } },
      CoachingProgress: { keyFields: [] },
      CoachingSession: {
        fields: { calls: { merge: false }, goals: { merge: false }, numbers: { merge: false }, progress: { merge: false } },
      },
      // Its fields are fetched by separate queries: the numbers, and the rows behind them page by page.
      AnalyticsBefore: { merge: true },
      AssistantAnalytics: { merge: true, fields: { rows: connectionPolicy(['used']) } },
      CallAnalytics: { merge: true, fields: { rows: connectionPolicy(['type', 'sentiment']) } },
      CallShare: { merge: true },
      LeadAnalytics: { merge: true, fields: { rows: connectionPolicy(['stage']) } },
      SalesAnalytics: { merge: true, fields: { rows: connectionPolicy(['currency']), wonRows: connectionPolicy() } },
      // The ids of prompts are unique only within their call.
      CoachingPrompt: { keyFields: false },
      WorkspaceSettings: { keyFields: [] },
      Customer: { fields: { leads: connectionPolicy(), timeline: connectionPolicy() } },
      CustomerMetrics: { keyFields: false, merge: true },
      EmailTypeCount: { keyFields: ['type'] },
      Import: { fields: { keptRows: { merge: false }, problems: { merge: false }, sample: { merge: false } } },
      Integration: { keyFields: ['provider'] },
      // Their rows have no ids: the latest response replaces them.
      InteractionFlow: { fields: { interactions: { merge: false }, stages: { merge: false } } },
      InteractionFlowSummary: { keyFields: ['owners'] },
      LeadMetrics: { keyFields: false, merge: true },
      LiveCall: {
        fields: {
          lastTurn: { merge: false },
          notes: { merge: false },
          prompts: mergeById,
          tips: { merge: false },
          turns: { merge: false },
        },
      },
      LiveCallChange: { fields: { turns: { merge: false } } },
      LiveCallMetrics: { keyFields: false, merge: true },
      Pipeline: { keyFields: [] },
      PipelineColumn: { keyFields: ['stage'], fields: { leads: connectionPolicy() } },
      Session: { keyFields: [] },
      Transcription: { fields: { metrics: { merge: true } } },
      Workspace: { keyFields: [] },
    },
  });

/**
 * Embedded rows with ids. The incoming list replaces the existing one, but rows in both keep existing fields that
 * are not in the incoming data, so that two screens can select different fields.
 */
export const mergeById: FieldPolicy<readonly StoreObject[]> = {
  merge: (known = [], came, { readField, mergeObjects }) => {
    const earlier = new Map(known.map((row) => [readField('id', row), row]));
    return came.map((row) => {
      const before = earlier.get(readField('id', row));
      return before ? mergeObjects(before, row) : row;
    });
  },
};
