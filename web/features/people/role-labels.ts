import { DEFAULT_ROLES, ROLE_KEYS, type RoleKey } from '#contract/access.ts';

export const ROLE_LABELS: Readonly<Record<RoleKey, string>> = {
  admin: DEFAULT_ROLES.admin.name,
  manager: DEFAULT_ROLES.manager.name,
  coach: DEFAULT_ROLES.coach.name,
  rep: DEFAULT_ROLES.rep.name,
  analyst: DEFAULT_ROLES.analyst.name,
  read_only: DEFAULT_ROLES.read_only.name,
};

export const ROLE_OPTIONS = ROLE_KEYS.map((value) => ({ value, label: ROLE_LABELS[value] }));
