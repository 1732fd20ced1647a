import { useQuery } from '@apollo/client/react';
import { Box, Chip, Link, TextField, Typography } from '@mui/material';
import { ScrollText } from 'lucide-react';
import { AUDIT_GROUP_LABELS, AUDIT_GROUPS } from '#contract/audit.ts';
import { graphql } from '#web/gql/gql.ts';
import type { AuditFilter, AuditGroup, AuditQuery } from '#web/gql/graphql.ts';
import { capitalize } from '#web/lib/format/text.ts';
import { exactTime } from '#web/lib/format/time.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';
import { FilterSelect } from '#web/ui/fields/FilterSelect.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { entrySentence, type Values } from './entry-sentences.ts';

export const AuditDocument = graphql(`
  query Audit($filter: AuditFilter, $after: String) {
    auditEntries(filter: $filter, first: 50, after: $after) {
      nodes {
        id
        at
        kind
        group
        username
        subjectType
        subjectId
        address
        credentialId
        userAgent
        details
        actor {
          id
          displayName
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    workspaceSettings {
      values {
        eventRetentionDays
        securityRetentionDays
      }
    }
  }
`);

type Entry = AuditQuery['auditEntries']['nodes'][number];

const FILTERS = ['group', 'person', 'subject', 'address', 'from', 'to'] as const;
const TEXT_FILTERS = [
  ['subject', 'Subject id'],
  ['address', 'IP address'],
] as const;
const DAYS = [
  ['from', 'From'],
  ['to', 'To'],
] as const;
const DAY_MS = 86_400_000;

/** Who did what, from where: for those who may configure people. */
export function Audit() {
  const { filter, get, set } = useAuditFilter();
  return (
    <PageLayout
      title="Audit"
      hint="Changes, sign-ins, exports and refused requests, with who and from where."
      actions={<ExportMenu entity="auditEntry" where={filter} />}
    >
      <Box role="search" aria-label="Filter the audit" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
        <FilterSelect
          label="About"
          value={get('group')}
          all="Everything"
          options={AUDIT_GROUPS.map((group) => [group, AUDIT_GROUP_LABELS[group]] as const)}
          onChoose={(group) => set('group', group)}
        />
        {TEXT_FILTERS.map(([name, label]) => (
          <TextFilter key={`${name} ${get(name)}`} label={label} value={get(name) ?? ''} onChange={(value) => set(name, value)} />
        ))}
        {DAYS.map(([name, label]) => (
          <TextField
            key={name}
            type="date"
            value={get(name) ?? ''}
            onChange={({ target }) => set(name, target.value)}
            slotProps={{ htmlInput: { 'aria-label': label } }}
            sx={{ width: { xs: 'calc(50% - 4px)', sm: 152 } }}
          />
        ))}
        {get('person') && <Chip label="One person" onDelete={() => set('person', null)} sx={{ alignSelf: 'center' }} />}
      </Box>
      <Entries filter={filter} onPerson={(id) => set('person', id)} onAddress={(address) => set('address', address)} />
    </PageLayout>
  );
}

/** The filter in the URL. Days are those of UTC, and the last one belongs to the range. */
function useAuditFilter() {
  const { get, set, getOneOf } = useFilterParam<(typeof FILTERS)[number]>();
  const startOf = (day: string | null, days = 0) => {
    const at = Date.parse(`${day}T00:00:00.000Z`);
    return Number.isNaN(at) ? null : new Date(at + days * DAY_MS).toISOString();
  };
  const filter: AuditFilter = {
    group: getOneOf<AuditGroup>('group', AUDIT_GROUPS),
    personId: get('person'),
    subjectId: get('subject'),
    address: get('address'),
    from: startOf(get('from')),
    to: startOf(get('to'), 1),
  };
  return { filter, get, set };
}

/** Filters once Enter is pressed or the field is left: each letter would be a query of its own. */
function TextFilter({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      defaultValue={value}
      placeholder={label}
      slotProps={{ htmlInput: { 'aria-label': label } }}
      onBlur={({ target }) => target.value.trim() !== value && onChange(target.value.trim())}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.querySelector('input')?.blur();
      }}
      sx={{ width: { xs: 'calc(50% - 4px)', sm: 168 } }}
    />
  );
}

type EntriesProps = { filter: AuditFilter; onPerson: (id: string) => void; onAddress: (address: string) => void };

function Entries({ filter, onPerson, onAddress }: EntriesProps) {
  const { data, error, refetch, fetchMore } = useQuery(AuditDocument, {
    variables: { filter },
    fetchPolicy: 'cache-and-network',
  });
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton label="Loading the audit" rows={6} height={64} />;
  const { nodes, pageInfo } = data.auditEntries;
  const { eventRetentionDays, securityRetentionDays } = data.workspaceSettings.values;
  return (
    <>
      <Panel flush>
        {nodes.length === 0 ? (
          <EmptyState icon={<ScrollText size={18} />} title="No entries found" hint="Nothing in the audit matches these filters." />
        ) : (
          <Box component="ul" aria-label="Audit entries" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {nodes.map((entry) => (
              <EntryRow key={entry.id} entry={entry} onPerson={onPerson} onAddress={onAddress} />
            ))}
          </Box>
        )}
      </Panel>
      <LoadMore hasMore={pageInfo.hasNextPage} onMore={() => fetchMore({ variables: { after: pageInfo.endCursor } })} />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
        {`Events are kept for ${eventRetentionDays} days, those of customers’ timelines and leads’ stage histories for good; lines of the security log for ${securityRetentionDays} days.`}
      </Typography>
    </>
  );
}

/** `lead.moved` as one reads it: Lead moved. */
const kindLabel = (kind: string): string => capitalize(kind.replaceAll(/[._]/g, ' '));

/** What happened, and its subject with the values the title does not say: from: quoted · to: won. */
function describe({ kind, details, subjectType, subjectId }: Entry): { title: string; details: string } {
  const parsed: unknown = JSON.parse(details);
  const values: Values = typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  const sentence = entrySentence(kind, values);
  const rest = sentence
    ? []
    : Object.entries(values).map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return {
    title: sentence ?? kindLabel(kind),
    details: [...(subjectId ? [`${subjectType} ${subjectId}`] : []), ...rest].join(' · '),
  };
}

type EntryRowProps = Omit<EntriesProps, 'filter'> & { entry: Entry };

function EntryRow({ entry, onPerson, onAddress }: EntryRowProps) {
  const { at, group, actor, username, address, credentialId, userAgent } = entry;
  const { title, details } = describe(entry);
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '176px minmax(0, 1fr) 260px' },
        gap: { xs: 0.5, md: 2 },
        px: 2,
        py: 1.25,
        '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
      })}
    >
      <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
        {exactTime(at)}
      </Typography>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Typography sx={{ fontWeight: 500 }}>{title}</Typography>
          <Chip size="small" color={group === 'refusal' ? 'warning' : 'neutral'} label={AUDIT_GROUP_LABELS[group]} />
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {details}
        </Typography>
      </Box>
      <Box sx={{ minWidth: 0, typography: 'body2', overflowWrap: 'anywhere' }}>
        {actor ? (
          <Link component="button" onClick={() => onPerson(actor.id)} aria-label={`Only entries of ${actor.displayName}`}>
            {actor.displayName}
          </Link>
        ) : (
          <span>{username ?? 'The server'}</span>
        )}
        <Box sx={{ color: 'text.secondary' }}>
          {address && (
            <Link component="button" color="inherit" onClick={() => onAddress(address)} aria-label={`Only entries from ${address}`}>
              {address}
            </Link>
          )}
          {credentialId && ` · session or token ${credentialId.slice(0, 8)}`}
          {userAgent && <Box sx={{ typography: 'caption' }}>{userAgent}</Box>}
        </Box>
      </Box>
    </Box>
  );
}
