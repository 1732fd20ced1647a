import type { FragmentType } from '@apollo/client';
import { useQuery, useSuspenseFragment } from '@apollo/client/react';
import { Box, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { ModelCosts_AnalyticsFragment, ModelCostsQuery } from '#web/gql/graphql.ts';
import { numberFormat } from '#web/lib/format/formats.ts';
import { FilterSelect } from '#web/ui/fields/FilterSelect.tsx';
import { Panel } from '#web/ui/Panel.tsx';

const ModelCosts_analytics = graphql(`
  fragment ModelCosts_analytics on Analytics {
    id
    from
    to
  }
`);

const ModelCostsDocument = graphql(`
  query ModelCosts($from: DateTime, $to: DateTime) {
    assistantCosts(from: $from, to: $to) {
      task
      model
      user {
        id
        displayName
      }
      requests
      pricedRequests
      promptTokens
      completionTokens
      cost
    }
  }
`);

const TASKS = new Map([
  ['reply', 'Replies'],
  ['analysis', 'Call analyses'],
  ['email', 'Emails'],
  ['advice', 'Live tips'],
  ['coaching', 'Coaching'],
  ['embedding', 'Embeddings'],
]);
const numbers = numberFormat();
const dollars = numberFormat({ style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

/** Rows the server returns at most. */
const MOST_ROWS = 500;
/** Stands for the server's own work and people who are gone, who have no id. */
const NOBODY = 'nobody';

type Cost = ModelCostsQuery['assistantCosts'][number];
type Counted = Pick<Cost, 'requests' | 'pricedRequests' | 'promptTokens' | 'completionTokens' | 'cost'>;

/** What is known of a cost: "at least" where some answers have none. */
const costText = ({ cost, requests, pricedRequests }: Counted): string =>
  cost === null ? 'Unknown' : `${pricedRequests < requests ? 'At least ' : ''}${dollars.format(Number(cost))}`;

const personOf = ({ user }: Cost): string => user?.id ?? NOBODY;

/** The sum of some rows; its cost is null where none of them has one. */
function sumOf(costs: readonly Cost[]): Counted {
  const sum = (read: (cost: Cost) => number) => costs.reduce((total, cost) => total + read(cost), 0);
  return {
    requests: sum(({ requests }) => requests),
    pricedRequests: sum(({ pricedRequests }) => pricedRequests),
    promptTokens: sum(({ promptTokens }) => promptTokens),
    completionTokens: sum(({ completionTokens }) => completionTokens),
    cost: costs.every(({ cost }) => cost === null) ? null : String(sum(({ cost }) => Number(cost ?? 0))),
  };
}

/** Not on a phone, so that the costs are seen without scrolling: there the person and the model stand below the task. */
const wide = { display: { xs: 'none', sm: 'table-cell' } } as const;

function CountCells({ counted }: { counted: Counted }) {
  return (
    <>
      <TableCell align="right">{numbers.format(counted.requests)}</TableCell>
      <TableCell align="right" sx={wide}>
        {numbers.format(counted.promptTokens)}
      </TableCell>
      <TableCell align="right" sx={wide}>
        {numbers.format(counted.completionTokens)}
      </TableCell>
      <TableCell align="right">{costText(counted)}</TableCell>
    </>
  );
}

/** What answers of models cost in the range, of all or of one task or person; nothing where no model answered. */
export function ModelCosts({ analytics }: { analytics: FragmentType<ModelCosts_AnalyticsFragment> }) {
  const { from, to } = useSuspenseFragment({ fragment: ModelCosts_analytics, from: analytics }).data;
  const { data } = useQuery(ModelCostsDocument, { variables: { from, to }, fetchPolicy: 'cache-and-network' });
  const [task, setTask] = useState('');
  const [person, setPerson] = useState('');
  const costs = data?.assistantCosts ?? [];
  if (costs.length === 0) return null;
  const tasks = [...TASKS].filter(([name]) => costs.some((cost) => cost.task === name));
  const people = [...new Map(costs.map((cost) => [personOf(cost), cost.user?.displayName ?? 'Server']))];
  const shown = costs.filter((cost) => (task === '' || cost.task === task) && (person === '' || personOf(cost) === person));
  return (
    <Panel
      title="Model Costs"
      hint={`Tokens and US dollars by task and person.${costs.length < MOST_ROWS ? '' : ` Only the ${MOST_ROWS} rows with the most requests.`}`}
      flush
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 2, pb: 2 }}>
        <FilterSelect label="Task" value={task} all="All tasks" options={tasks} onChoose={setTask} />
        <FilterSelect label="Person" value={person} all="Everybody" options={people} onChoose={setPerson} />
      </Box>
      <TableContainer>
        <Table size="small" aria-label="Model costs" className="tabular" sx={{ '& th, & td': { whiteSpace: { sm: 'nowrap' } } }}>
          <TableHead>
            <TableRow>
              <TableCell>Task</TableCell>
              <TableCell sx={wide}>Person</TableCell>
              <TableCell sx={wide}>Model</TableCell>
              <TableCell align="right">Requests</TableCell>
              <TableCell align="right" sx={wide}>
                Tokens sent
              </TableCell>
              <TableCell align="right" sx={wide}>
                Tokens answered
              </TableCell>
              <TableCell align="right">Cost</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map((cost) => (
              <TableRow key={`${cost.task} ${personOf(cost)} ${cost.model}`}>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  {TASKS.get(cost.task) ?? cost.task}
                  <Box sx={{ display: { sm: 'none' }, typography: 'caption', color: 'text.secondary' }}>
                    {cost.user?.displayName ?? 'Server'}
                    <br />
                    {cost.model}
                  </Box>
                </TableCell>
                <TableCell sx={wide}>{cost.user?.displayName ?? 'Server'}</TableCell>
                <TableCell sx={wide}>{cost.model}</TableCell>
                <CountCells counted={cost} />
              </TableRow>
            ))}
            {shown.length === 0 && (
              <TableRow>
                <TableCell colSpan={7}>No answers of this task for this person.</TableCell>
              </TableRow>
            )}
            {shown.length > 1 && (
              <TableRow sx={{ '& td': { fontWeight: 600 } }}>
                <TableCell>Total</TableCell>
                <TableCell sx={wide} colSpan={2} />
                <CountCells counted={sumOf(shown)} />
              </TableRow>
            )}
          </TableBody>
        </Table>
      </TableContainer>
    </Panel>
  );
}
