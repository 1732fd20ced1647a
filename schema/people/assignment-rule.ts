import {
  ASSIGNMENT_LIMITS,
  ASSIGNMENT_METHODS,
  ASSIGNMENT_TARGET_LABELS,
  ASSIGNMENT_TARGETS,
  type AssignmentMethod as Method,
} from '#contract/assignment.ts';
import type { Assignment } from '#domain/access/assignment.ts';
import { Conflict, Invalid, NotFound } from '#domain/failures.ts';
import type { AssignmentRule as RuleRow } from '#domain/people/assignment-rules.ts';
import { User } from '../account.ts';
import { builder } from '../builder.ts';
import { LeadSource } from '../lead.ts';
import { Team } from './team.ts';

const AssignmentTarget = builder.enumType('AssignmentTarget', {
  description: 'New rows that nobody adds by hand.',
  values: Object.fromEntries(
    ASSIGNMENT_TARGETS.map((target) => [target, { value: target, description: `${ASSIGNMENT_TARGET_LABELS[target]}.` }]),
  ),
});

const METHODS = {
  round_robin: 'One after the other, in the order of the candidates.',
  least_open_leads: 'Whoever has the fewest leads that are not won; of several the next one in turn.',
} as const satisfies Record<Method, string>;

const AssignmentMethod = builder.enumType('AssignmentMethod', {
  description: 'How a rule chooses among its candidates.',
  values: Object.fromEntries(ASSIGNMENT_METHODS.map((method) => [method, { value: method, description: METHODS[method] }])),
});

const AssignmentRule = builder.objectRef<RuleRow>('AssignmentRule').implement({
  description:
    'Gives new rows to people. Rules are tried in their order; the first that fits decides, unless all its candidates are absent, deactivated or at capacity.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The rule’s id.' }),
    name: t.exposeString('name', { description: 'What it is called in reasons.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether it is tried at all.' }),
    appliesTo: t.field({ type: [AssignmentTarget], description: 'To which rows.', resolve: ({ appliesTo }) => [...appliesTo] }),
    sources: t.field({
      type: [LeadSource],
      description: 'Only leads of these sources; empty for any.',
      resolve: ({ sources }) => [...sources],
    }),
    phonePrefixes: t.exposeStringList('phonePrefixes', {
      description: 'Only phone numbers that begin with one of these, in E.164 format: `+1614`; empty for any, also none.',
    }),
    method: t.expose('method', { type: AssignmentMethod, description: 'How it chooses.' }),
    people: t.field({
      type: [User],
      description: 'The people it gives rows to, in their order; those who are not available are skipped.',
      resolve: ({ people }) => [...people],
    }),
    teams: t.field({
      type: [Team],
      description: 'The teams whose people it gives rows to, with the teams below them, after `people` and by username.',
      resolve: ({ teams }) => [...teams],
    }),
    lastAssigned: t.field({
      type: User,
      nullable: true,
      description: 'Who got the last row; null for nobody yet.',
      resolve: ({ lastAssigned }) => lastAssigned,
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When its settings last changed, UTC.' }),
  }),
});

const AssignmentOrder = builder.objectRef<readonly RuleRow[]>('AssignmentOrder').implement({
  description: 'The rules after they were put in another order.',
  fields: (t) => ({
    rules: t.field({
      type: [AssignmentRule],
      complexity: { field: ASSIGNMENT_LIMITS.rules },
      description: 'All rules in the order in which they are tried.',
      resolve: (rules) => [...rules],
    }),
  }),
});

const AssignmentPreview = builder.objectRef<Assignment>('AssignmentPreview').implement({
  description: 'Who would get a row.',
  fields: (t) => ({
    owner: t.field({
      type: User,
      nullable: true,
      description:
        'Who would get it; null where no rule gives it to anybody: imported rows then belong to whoever imports them, others to nobody.',
      resolve: ({ ownerId }, _args, { loaders }) => loaders.user(ownerId),
    }),
    ruleId: t.exposeID('ruleId', { nullable: true, description: 'The id of the rule that decides; null where none does.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why, in a sentence; null where no rule fits.' }),
  }),
});

const AssignmentRuleInput = builder.inputType('AssignmentRuleInput', {
  description: 'All settings of a rule.',
  fields: (t) => ({
    name: t.string({ required: true, description: `Its name, at most ${ASSIGNMENT_LIMITS.name} characters.` }),
    isActive: t.boolean({ defaultValue: true, description: 'Whether it is tried at all.' }),
    appliesTo: t.field({ type: [AssignmentTarget], required: true, description: 'To which rows, at least one kind.' }),
    sources: t.field({
      type: [LeadSource],
      defaultValue: [],
      description: 'Only leads of these sources; empty for any. Only where it applies to imported leads alone.',
    }),
    phonePrefixes: t.stringList({
      defaultValue: [],
      description: `Only phone numbers that begin with one of these, such as \`+1 614\`, at most ${ASSIGNMENT_LIMITS.phonePrefixes}; empty for any. A number whose country is not told is North American with ten digits, and otherwise fits none.`,
    }),
    method: t.field({ type: AssignmentMethod, required: true, description: 'How it chooses.' }),
    peopleIds: t.idList({ defaultValue: [], description: `The ids of people, at most ${ASSIGNMENT_LIMITS.people}, in their order.` }),
    teamIds: t.idList({
      defaultValue: [],
      description: `The ids of teams, at most ${ASSIGNMENT_LIMITS.teams}. People or teams are needed.`,
    }),
  }),
});

const CONFIGURE = 'For those who may configure the workspace and are signed in: an API token cannot.';
const idOf = 'The rule’s id.';

builder.queryFields((t) => ({
  assignmentRules: t.withAuth({ signedIn: true }).field({
    type: [AssignmentRule],
    complexity: { field: ASSIGNMENT_LIMITS.rules },
    description: `The assignment rules in the order in which they are tried, at most ${ASSIGNMENT_LIMITS.rules}. ${CONFIGURE}`,
    resolve: async (_root, _args, { services, viewer }) => [...(await services.assignmentRules.list(viewer))],
  }),
  assignmentPreview: t.withAuth({ signedIn: true }).field({
    type: AssignmentPreview,
    errors: { types: [Invalid] },
    complexity: { field: 10 },
    description: `Who would get a new row now, and why. Nothing is changed. ${CONFIGURE}`,
    args: {
      appliesTo: t.arg({ type: AssignmentTarget, required: true, description: 'What it would be.' }),
      source: t.arg({ type: LeadSource, description: 'The source of a lead; omitted for none.' }),
      phone: t.arg.string({ description: 'Its phone number as it is typed; omitted for none.' }),
    },
    resolve: (_root, question, { services, viewer }) => services.assignmentRules.preview(viewer, question),
  }),
}));

builder.mutationFields((t) => ({
  createAssignmentRule: t.withAuth({ signedIn: true }).field({
    type: AssignmentRule,
    errors: { types: [Invalid, NotFound, Conflict] },
    description: `Add a rule behind the others. ${CONFIGURE}`,
    args: { input: t.arg({ type: AssignmentRuleInput, required: true, description: 'The rule.' }) },
    resolve: (_root, { input }, { services, viewer }) => services.assignmentRules.create(viewer, input),
  }),
  updateAssignmentRule: t.withAuth({ signedIn: true }).field({
    type: AssignmentRule,
    errors: { types: [Invalid, NotFound] },
    description: `Replace the settings of a rule. Its place and whose turn it is stay. ${CONFIGURE}`,
    args: {
      id: t.arg.id({ required: true, description: idOf }),
      input: t.arg({ type: AssignmentRuleInput, required: true, description: 'All settings.' }),
    },
    resolve: (_root, { id, input }, { services, viewer }) => services.assignmentRules.update(viewer, id, input),
  }),
  deleteAssignmentRule: t.withAuth({ signedIn: true }).field({
    type: AssignmentRule,
    errors: { types: [NotFound] },
    description: `Delete a rule. What it gave to people stays theirs. ${CONFIGURE}`,
    args: { id: t.arg.id({ required: true, description: idOf }) },
    resolve: (_root, { id }, { services, viewer }) => services.assignmentRules.remove(viewer, id),
  }),
  reorderAssignmentRules: t.withAuth({ signedIn: true }).field({
    type: AssignmentOrder,
    errors: { types: [Invalid, Conflict] },
    description: `Put the rules in another order. ${CONFIGURE}`,
    args: { ids: t.arg.idList({ required: true, description: 'The ids of all rules in their new order.' }) },
    resolve: (_root, { ids }, { services, viewer }) => services.assignmentRules.reorder(viewer, ids),
  }),
}));
