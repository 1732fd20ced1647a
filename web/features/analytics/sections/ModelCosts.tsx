import type { FragmentType } from '@apollo/client';
import { useQuery, useSuspenseFragment } from '@apollo/client/react';
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import type { ModelCosts_AnalyticsFragment } from '#web/gql/graphql.ts';
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
]);
const numbers = new Intl.NumberFormat();
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

type Priced = { cost: string | null; requests: number; pricedRequests: number };

/** What is known of a cost: "at least" where some answers have none. */
const costText = ({ cost, requests, pricedRequests }: Priced): string =>
  cost === null ? 'Unknown' : `${pricedRequests < requests ? 'At least ' : ''}${dollars.format(Number(cost))}`;

/** What answers of models cost in the range, by task and person; nothing where no model answered. */
export function ModelCosts({ analytics }: { analytics: FragmentType<ModelCosts_AnalyticsFragment> }) {
  const { from, to } = useSuspenseFragment({ fragment: ModelCosts_analytics, from: analytics }).data;
  const { data } = useQuery(ModelCostsDocument, { variables: { from, to }, fetchPolicy: 'cache-and-network' });
  const costs = data?.assistantCosts ?? [];
  if (costs.length === 0) return null;
  return (
    <Panel title="Model Costs" hint="Tokens and US dollars by task and person." flush>
      <TableContainer>
        <Table size="small" aria-label="Model costs">
          <TableHead>
            <TableRow>
              {['Task', 'Person', 'Model'].map((name) => (
                <TableCell key={name}>{name}</TableCell>
              ))}
              {['Requests', 'Tokens sent', 'Tokens answered', 'Cost'].map((name) => (
                <TableCell key={name} align="right">
                  {name}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {costs.map((row) => (
              <TableRow key={`${row.task} ${row.user?.id} ${row.model}`}>
                <TableCell>{TASKS.get(row.task) ?? row.task}</TableCell>
                <TableCell>{row.user?.displayName ?? 'Server'}</TableCell>
                <TableCell>{row.model}</TableCell>
                {[row.requests, row.promptTokens, row.completionTokens].map((count, at) => (
                  <TableCell key={['requests', 'sent', 'answered'][at]} align="right" className="tabular">
                    {numbers.format(count)}
                  </TableCell>
                ))}
                <TableCell align="right" className="tabular">
                  {costText(row)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Panel>
  );
}
