import { beforeEach, describe, expect, it } from 'vitest';
import { LEAD_STAGES, type LeadStage, STAGE_LABELS } from '#contract/lead.ts';
import { createCache } from '#web/apollo/cache.ts';
import { graphql } from '#web/gql/gql.ts';
import {
  addMoney,
  appendPage,
  applyChanges,
  applyOptimisticMove,
  applyServerLead,
  leadName,
  moveCard,
  subtractMoney,
} from './board-cache.ts';

const BoardInTest = graphql(`
  query BoardInTest {
    pipeline {
      cursor
      columns {
        stage
        label
        count
        value
        leads(first: 40) {
          edges {
            node {
              id
              ...BoardLead @unmask
            }
          }
        }
      }
    }
  }
`);

const EARLY = '2026-01-05T09:00:00.000Z';
const LATE = '2026-01-05T10:00:00.000Z';

const lead = (id: string, stage: LeadStage, value: string | null = '100.00', updatedAt = EARLY) => ({
  __typename: 'Lead' as const,
  id,
  stage,
  value,
  updatedAt,
  name: `Lead ${id}`,
  company: null,
  source: 'website' as const,
  createdAt: EARLY,
  stageChangedAt: EARLY,
  lastContactAt: null,
  nextStepDueBy: null,
  nextStep: null,
  lostAt: null,
  owner: null,
});

const column = (stage: LeadStage, leads: ReturnType<typeof lead>[], value: string) => ({
  __typename: 'PipelineColumn' as const,
  stage,
  label: STAGE_LABELS[stage],
  count: leads.length,
  value,
  leads: { __typename: 'LeadConnection' as const, edges: leads.map((node) => ({ __typename: 'LeadEdge' as const, node })) },
});

let cache: ReturnType<typeof createCache>;

const read = (optimistic = true) => cache.readQuery({ query: BoardInTest }, optimistic)?.pipeline;

/** "2 $200.00 a b" */
function shown(stage: LeadStage, optimistic = true) {
  const found = read(optimistic)?.columns.find((each) => each.stage === stage);
  return [found?.count, `$${found?.value}`, ...(found?.leads.edges.map(({ node }) => node.id) ?? [])].join(' ');
}

beforeEach(() => {
  cache = createCache();
  const leads = [lead('a', 'leads', '0.10'), lead('b', 'leads', '0.20')];
  const columns = LEAD_STAGES.map((stage) => (stage === 'leads' ? column(stage, leads, '0.30') : column(stage, [], '0.00')));
  cache.writeQuery({ query: BoardInTest, data: { pipeline: { __typename: 'Pipeline', cursor: '7', columns } } });
});

describe('moving a card', () => {
  it('puts it at the top of its column and nowhere else', () => {
    moveCard(cache, { id: 'b', stage: 'won' });
    moveCard(cache, { id: 'a', stage: 'won' });
    expect(shown('won')).toBe('0 $0.00 a b');
    expect(shown('leads')).toBe('2 $0.30');
  });

  it('moves a card to the top that a further page had appended', () => {
    appendPage(cache, 'leads', [lead('late', 'leads')]);
    expect(shown('leads').endsWith('late')).toBe(true);
    applyChanges(cache, [{ kind: 'created', cursor: '9', id: 'late', lead: { id: 'late', stage: 'leads' } }]);
    expect(shown('leads').split(' ')[2]).toBe('late');
  });
});

describe('an optimistic move', () => {
  const moveOptimistically = (id: string, stage: LeadStage, layer: string) =>
    cache.batch({ optimistic: layer, update: (layered) => applyOptimisticMove(layered, { id, stage }, LATE) });

  it('moves the card, the counts and the totals, to the cent', () => {
    moveOptimistically('a', 'won', 'one');
    expect(shown('won')).toBe('1 $0.10 a');
    expect(shown('leads')).toBe('1 $0.20 b');
  });

  it('leaves no trace when rolled back', () => {
    moveOptimistically('a', 'won', 'one');
    cache.removeOptimistic('one');
    expect(shown('won')).toBe('0 $0.00');
    expect(shown('leads')).toBe('2 $0.30 a b');
  });

  it('builds on the one before, and stays when that is rolled back', () => {
    moveOptimistically('a', 'quoted', 'one');
    moveOptimistically('a', 'won', 'two');
    expect([shown('leads'), shown('quoted'), shown('won')]).toEqual(['1 $0.20 b', '0 $0.00', '1 $0.10 a']);
    cache.removeOptimistic('one');
    expect([shown('leads'), shown('quoted'), shown('won')]).toEqual(['1 $0.20 b', '0 $0.00', '1 $0.10 a']);
  });

  it('does nothing for an unknown lead or one already in the stage', () => {
    moveOptimistically('nobody', 'won', 'one');
    moveOptimistically('a', 'leads', 'two');
    expect([shown('leads'), shown('won')]).toEqual(['2 $0.30 a b', '0 $0.00']);
  });
});

describe('the response of a mutation', () => {
  it('adjusts the totals if no event has arrived yet', () => {
    applyServerLead(cache, lead('a', 'won', '0.10', LATE));
    expect([shown('leads', false), shown('won', false)]).toEqual(['1 $0.20 b', '1 $0.10 a']);
  });

  it('does not count a move twice', () => {
    applyServerLead(cache, lead('a', 'won', '0.10', LATE));
    applyServerLead(cache, lead('a', 'won', '0.10', LATE));
    expect(shown('won')).toBe('1 $0.10 a');
  });

  it('yields to a newer event', () => {
    applyServerLead(cache, lead('a', 'won', '0.10', LATE));
    applyServerLead(cache, lead('a', 'quoted', '0.10', EARLY));
    expect([shown('quoted'), shown('won')]).toEqual(['0 $0.00', '1 $0.10 a']);
  });

  it('adds a new lead and applies a new value', () => {
    applyServerLead(cache, lead('n', 'leads', '5.00', EARLY));
    expect(shown('leads')).toBe('3 $5.30 n a b');
    applyServerLead(cache, lead('n', 'leads', '7.25', LATE));
    expect(shown('leads')).toBe('3 $7.55 n a b');
    applyServerLead(cache, lead('n', 'leads', null, LATE));
    expect(shown('leads')).toBe('3 $0.30 n a b');
  });
});

describe('change events', () => {
  it('place new and moved leads in order and advance the cursor', () => {
    applyChanges(cache, [
      { kind: 'moved', cursor: '8', id: 'a', lead: { id: 'a', stage: 'won' } },
      { kind: 'updated', cursor: '9', id: 'b', lead: { id: 'b', stage: 'quoted' } },
      { kind: 'created', cursor: '10', id: 'gone', lead: null },
      { kind: 'moved', cursor: '11', id: 'a', lead: { id: 'a', stage: 'waiting' } },
    ]);
    expect([shown('leads'), shown('won'), shown('waiting')]).toEqual(['2 $0.30 b', '0 $0.00', '0 $0.00 a']);
    expect(read()?.cursor).toBe('11');
  });
});

describe('a further page', () => {
  it('is appended without duplicates, and without leads that have left the column', () => {
    const added = appendPage(cache, 'leads', [lead('b', 'leads'), lead('c', 'leads'), lead('d', 'won')]);
    expect(added).toBe(1);
    expect(shown('leads')).toBe('2 $0.30 a b c');
  });

  it('does not bring back a lead that moved while it loaded', () => {
    applyServerLead(cache, lead('c', 'won', '1.00', LATE));
    expect(appendPage(cache, 'leads', [lead('c', 'leads', '1.00', EARLY)])).toBe(0);
    expect(shown('won')).toBe('1 $1.00 c');
  });
});

it('reads the name of a lead', () => {
  expect(leadName(cache, 'a')).toBe('Lead a');
  expect(leadName(cache, 'nobody')).toBe('This lead');
});

it('adds what a float would get wrong', () => {
  expect(addMoney('0.10', '0.20')).toBe('0.30');
  expect(addMoney('123456789012.34', '99999999.99')).toBe('123556789012.33');
  expect(subtractMoney('0.30', '0.10')).toBe('0.20');
});

it('treats a missing amount as zero', () => {
  expect(addMoney('10.00', null)).toBe('10.00');
  expect(subtractMoney('10.00', undefined)).toBe('10.00');
});
