import { writeFileSync } from 'node:fs';
import {
  ACCESS_NOUN_LABELS,
  ACCESS_NOUNS,
  ACTIONS_OF,
  type AccessNoun,
  DEFAULT_ROLES,
  OWNED_NOUNS,
  type Permissions,
  ROLE_KEYS,
} from '#contract/access.ts';

/** `npm run permissions`: writes the table of the default roles into docs/permissions.md. A test holds the page to it. */
export const PAGE = 'docs/permissions.md';

const HEAD = `# What each role may do

Generated from \`schema/contract/access.ts\` by \`npm run permissions\`: do not edit.

These are the permissions a workspace starts with. An admin changes them under *People* → *Roles*, all but those of the admin. Each action has a scope:

- **own**: rows that belong to the person; **team**: those of their team and the teams below it; **all**: all, also those that belong to nobody.
- Orders belong to whom their customer belongs to. Nouns marked with * belong to nobody: their scope is *all* or nothing.
- With the workspace setting \`recordScope\` at \`everyone\`, the default, *own* and *team* count as *all*, except for coaching.
- An API token has the permissions of its owner, or those of them that were chosen for it.
- Of \`people\`, reading is names, teams and roles; configuring is accounts, invitations, roles and the audit.
`;

const label = (noun: AccessNoun) => `${ACCESS_NOUN_LABELS[noun]}${OWNED_NOUNS.some((owned) => owned === noun) ? '' : ' *'}`;

/** `read, change: own`, one line for each scope that differs. */
function cellOf(noun: AccessNoun, permissions: Permissions): string {
  const granted = permissions[noun] ?? {};
  const byScope = Map.groupBy(ACTIONS_OF[noun], (action) => granted[action] ?? null);
  const lines = [...byScope].flatMap(([scope, actions]) => (scope === null ? [] : [`${actions.join(', ')}: ${scope}`]));
  return lines.length === 0 ? '–' : lines.join('<br>');
}

export function printPermissions(): string {
  const roles = ROLE_KEYS.map((key) => DEFAULT_ROLES[key]);
  const rows = ACCESS_NOUNS.map((noun) => [label(noun), ...roles.map(({ permissions }) => cellOf(noun, permissions))]);
  const table = [['', ...roles.map(({ name }) => name)], roles.map(() => '---').concat('---'), ...rows];
  const about = roles.map(({ name, description }) => `- **${name}**: ${description}`);
  return `${HEAD}\n${about.join('\n')}\n\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

if (import.meta.main) writeFileSync(PAGE, printPermissions());
