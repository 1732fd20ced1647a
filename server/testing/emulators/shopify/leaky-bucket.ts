import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode } from 'graphql';

export interface BucketSettings {
  readonly maximum: number;
  /** Points a second. */
  readonly rate: number;
}

/** The leaky bucket of one app in one shop: let in by what a question may cost, charged what it did cost. */
export function createBucket({ maximum, rate }: BucketSettings, now: () => number) {
  let available = maximum;
  let at = now();
  const restore = () => {
    available = Math.min(maximum, available + ((now() - at) / 1_000) * rate);
    at = now();
  };
  return {
    admit: (requested: number): boolean => {
      restore();
      if (requested > available) return false;
      available -= requested;
      return true;
    },
    refund: (points: number): void => {
      available = Math.min(maximum, available + points);
    },
    status: () => {
      restore();
      return { maximumAvailable: maximum, currentlyAvailable: Math.floor(available), restoreRate: rate };
    },
  };
}

type Variables = Readonly<Record<string, unknown>>;

/** What a document may cost: lists cost by their length, lists in lists by the product. Not Shopify's formula, but as monotone. */
export function requestedCost(document: DocumentNode, variables: Variables): number {
  const root = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return root ? Math.max(1, Math.round(costOf(root.selectionSet, variables))) : 1;
}

function costOf(selection: SelectionSetNode | undefined, variables: Variables): number {
  let cost = 0;
  for (const node of selection?.selections ?? []) {
    if (node.kind === Kind.FIELD) cost += costOfField(node, variables);
    else if (node.kind === Kind.INLINE_FRAGMENT) cost += costOf(node.selectionSet, variables);
  }
  return cost;
}

const CONNECTIONS = new Set(['orders', 'lineItems']);

function costOfField(field: FieldNode, variables: Variables): number {
  const inner = costOf(field.selectionSet, variables);
  if (!CONNECTIONS.has(field.name.value)) return inner;
  const first = firstOf(field, variables);
  return 3 + first / 25 + inner * (1 + first / 25);
}

function firstOf({ arguments: args }: FieldNode, variables: Variables): number {
  const value = args?.find(({ name }) => name.value === 'first')?.value;
  if (value?.kind === Kind.INT) return Number(value.value);
  return value?.kind === Kind.VARIABLE ? Number(variables[value.name.value] ?? 0) : 0;
}
