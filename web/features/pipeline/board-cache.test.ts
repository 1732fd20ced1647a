import { beforeEach, describe, expect, it } from 'vitest';
import { LEAD_STAGES, type LeadStage, STAGE_LABELS } from '#contract/lead.ts';
import { createCache } from '#web/apollo/cache.ts';
import { graphql } from '#web/gql/gql.ts';
import { appendPage, applyChanges, applyOptimisticMove, applyServerLead, minus, moveCard, nameOf, plus } from './board-cache.ts';

const BoardInTest = graphql(`
  query BoardInTest {
    pipeline {
      cursor
      columns {
        stage
        label
        count
        value
        leads(first: 50) {
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

describe('placing a card', () => {
  it('puts it on top of its column and nowhere else', () => {
    moveCard(cache, { id: 'b', stage: 'won' });
    moveCard(cache, { id: 'a', stage: 'won' });
    expect(shown('won')).toBe('0 $0.00 a b');
    expect(shown('leads')).toBe('2 $0.30');
  });

  it('brings a card on top that a further page had put below', () => {
    appendPage(cache, 'leads', [lead('late', 'leads')]);
    expect(shown('leads').endsWith('late')).toBe(true);
    applyChanges(cache, [{ kind: 'created', cursor: '9', lead: { id: 'late', stage: 'leads' } }]);
    expect(shown('leads').split(' ')[2]).toBe('late');
  });
});

describe('a move ahead of the server', () => {
  const ahead = (id: string, stage: LeadStage, layer: string) =>
    cache.batch({ optimistic: layer, update: (layered) => applyOptimisticMove(layered, { id, stage }, LATE) });

  it('moves the card, the counts and the sums, to the cent', () => {
    ahead('a', 'won', 'one');
    expect(shown('won')).toBe('1 $0.10 a');
    expect(shown('leads')).toBe('1 $0.20 b');
  });

  it('leaves no trace when it is taken back', () => {
    ahead('a', 'won', 'one');
    cache.removeOptimistic('one');
    expect(shown('won')).toBe('0 $0.00');
    expect(shown('leads')).toBe('2 $0.30 a b');
  });

  it('stands on the one before, and still does when that is taken back', () => {
    ahead('a', 'quoted', 'one');
    ahead('a', 'won', 'two');
    expect([shown('leads'), shown('quoted'), shown('won')]).toEqual(['1 $0.20 b', '0 $0.00', '1 $0.10 a']);
    cache.removeOptimistic('one');
    expect([shown('leads'), shown('quoted'), shown('won')]).toEqual(['1 $0.20 b', '0 $0.00', '1 $0.10 a']);
  });

  it('does nothing for a lead it does not know, or that is there already', () => {
    ahead('nobody', 'won', 'one');
    ahead('a', 'leads', 'two');
    expect([shown('leads'), shown('won')]).toEqual(['2 $0.30 a b', '0 $0.00']);
  });
});

describe('the answer to a mutation', () => {
  it('counts a move the server has not told of yet', () => {
    applyServerLead(cache, lead('a', 'won', '0.10', LATE));
    expect([shown('leads', false), shown('won', false)]).toEqual(['1 $0.20 b', '1 $0.10 a']);
  });

  it('does not count a move twice', () => {
    applyServerLead(cache, lead('a', 'won', '0.10', LATE));
    applyServerLead(cache, lead('a', 'won', '0.10', LATE));
    expect(shown('won')).toBe('1 $0.10 a');
  });

  it('yields to what the server told since', () => {
    applyServerLead(cache, lead('a', 'won', '0.10', LATE));
    applyServerLead(cache, lead('a', 'quoted', '0.10', EARLY));
    expect([shown('quoted'), shown('won')]).toEqual(['0 $0.00', '1 $0.10 a']);
  });

  it('adds a new lead, and follows a new value', () => {
    applyServerLead(cache, lead('n', 'leads', '5.00', EARLY));
    expect(shown('leads')).toBe('3 $5.30 n a b');
    applyServerLead(cache, lead('n', 'leads', '7.25', LATE));
    expect(shown('leads')).toBe('3 $7.55 n a b');
    applyServerLead(cache, lead('n', 'leads', null, LATE));
    expect(shown('leads')).toBe('3 $0.30 n a b');
  });
});

describe('changes by the server', () => {
  it('place what is new and what moved, in order, and remember how far they got', () => {
    applyChanges(cache, [
      { kind: 'moved', cursor: '8', lead: { id: 'a', stage: 'won' } },
      { kind: 'updated', cursor: '9', lead: { id: 'b', stage: 'quoted' } },
      { kind: 'created', cursor: '10', lead: null },
      { kind: 'moved', cursor: '11', lead: { id: 'a', stage: 'waiting' } },
    ]);
    expect([shown('leads'), shown('won'), shown('waiting')]).toEqual(['2 $0.30 b', '0 $0.00', '0 $0.00 a']);
    expect(read()?.cursor).toBe('11');
  });
});

describe('a further page', () => {
  it('goes below, each card once, and only those that still stand in the column', () => {
    const added = appendPage(cache, 'leads', [lead('b', 'leads'), lead('c', 'leads'), lead('d', 'won')]);
    expect(added).toBe(1);
    expect(shown('leads')).toBe('2 $0.30 a b c');
  });

  it('does not bring back what was moved while it was on its way', () => {
    applyServerLead(cache, lead('c', 'won', '1.00', LATE));
    expect(appendPage(cache, 'leads', [lead('c', 'leads', '1.00', EARLY)])).toBe(0);
    expect(shown('won')).toBe('1 $1.00 c');
  });
});

it('knows what a lead is called', () => {
  expect(nameOf(cache, 'a')).toBe('Lead a');
  expect(nameOf(cache, 'nobody')).toBe('This lead');
});

it('adds what a float would get wrong', () => {
  expect(plus('0.10', '0.20')).toBe('0.30');
  expect(plus('123456789012.34', '99999999.99')).toBe('123556789012.33');
  expect(minus('0.30', '0.10')).toBe('0.20');
});

it('takes an absent amount for nothing', () => {
  expect(plus('10.00', null)).toBe('10.00');
  expect(minus('10.00', undefined)).toBe('10.00');
});
