import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/**
 * The files that a use case is made of: from its entry points, the imports that the code of the use case itself refers to,
 * followed from declaration to declaration. An import that only other code of a file uses does not count, nor do types.
 */

/**
 * A place where the code of a use case begins, `file#symbol`. The symbol is an exported declaration, `factory.member` for one
 * function of a service, or `field:name` for a field of the GraphQL schema or a route. Calls through an interface (a service,
 * an event, a request) cannot be followed by import: what they lead to is an entry of its own.
 */
export type Entry = `${string}#${string}`;

export interface UseCase {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Shared infrastructure that is not listed in use cases; of the two text libraries, only the exports matter. */
const SHARED: readonly RegExp[] = [
  /^server\/(language|domain\/conversation)\//,
  /^prisma\/generated\//,
  /^schema\/(builder|connection|failures|scalars|edit-conflict|changes)\.ts$/,
  /^schema\/(contract|query)\//,
  /^server\/(auth|database|events|jobs|testing)\//,
  /^server\/[\w-]+\.ts$/,
  /^server\/domain\/[\w-]+\.ts$/,
  /^server\/domain\/(access|entities|jobs|query|retention|user)\//,
  /^server\/transport\/(?!(rest\/routes|import|export|webhooks)\/)/,
  /^web\/(apollo|gql|lib|session|theme|testing|ui)\//,
];

type Node = { readonly type: string; readonly start: number } & Record<string, unknown>;

interface Module {
  readonly imports: ReadonlyMap<string, { file: string; name: string }>;
  readonly declarations: ReadonlyMap<string, Node>;
  readonly statements: readonly Node[];
}

const ALIASES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<string>(JSON.parse(readFileSync('package.json', 'utf8')).imports).map(([alias, target]) => [
    alias.slice(0, -1),
    target.slice(2, -1),
  ]),
);

/** The files of a use case in import order, without shared ones. Throws for an entry that does not exist. */
export function filesOf({ entries }: UseCase): string[] {
  const reached = new Set<string>();
  const visited = new Set<string>();
  const modules = new Map<string, Module>();
  const moduleOf = (file: string): Module => {
    const known = modules.get(file) ?? parse(file);
    modules.set(file, known);
    return known;
  };

  const follow = (file: string, name: string): void => {
    // A GraphQL type says what an answer can show, not what the use case does.
    const isGraphqlType = file.startsWith('schema/') && /^[A-Z]/.test(name);
    if (isGraphqlType || SHARED.some((pattern) => pattern.test(file)) || visited.has(`${file}#${name}`)) return;
    visited.add(`${file}#${name}`);
    reached.add(file);
    const declaration = moduleOf(file).declarations.get(name);
    if (declaration) followReferences(file, declaration);
  };
  const followReferences = (file: string, node: Node, locals: ReadonlyMap<string, Node> = new Map(), seen = new Set<string>()): void => {
    const { imports, declarations } = moduleOf(file);
    for (const name of referencesIn(node)) {
      const imported = imports.get(name);
      const local = locals.get(name);
      if (local) {
        if (!seen.has(name)) followReferences(file, local, locals, seen.add(name));
      } else if (imported) follow(imported.file, imported.name);
      else if (declarations.has(name)) follow(file, name);
    }
  };

  for (const entry of entries) {
    const [file = '', symbol = ''] = entry.split('#');
    const { declarations, statements } = moduleOf(file);
    reached.add(file);
    const [owner = '', member] = symbol.split('.');
    const field = /^field:(.+)$/.exec(symbol)?.[1];
    const declaration = declarations.get(owner);
    if (field) {
      const nodes = statements.flatMap((statement) => named(statement, field));
      if (nodes.length === 0) throw new Error(`${file} has no field or route ${field}`);
      for (const node of nodes) followReferences(file, node);
    } else if (member && declaration) {
      const [property] = named(declaration, member);
      if (!property) throw new Error(`${symbol} is not in ${file}`);
      followReferences(file, property, localsOf(declaration));
    } else if (declaration) follow(file, symbol);
    else throw new Error(`${symbol} is not in ${file}`);
  }
  return [...reached].filter((file) => !SHARED.some((pattern) => pattern.test(file)));
}

function parse(file: string): Module {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  const imports = new Map<string, { file: string; name: string }>();
  const declarations = new Map<string, Node>();
  const statements: Node[] = [];
  for (const statement of nodesIn(program.body)) {
    if (statement.type === 'ImportDeclaration') {
      const target = resolve(String(Object(statement.source).value), file);
      if (!target || statement.importKind === 'type') continue;
      for (const specifier of nodesIn(statement.specifiers)) {
        if (specifier.importKind === 'type') continue;
        const name = String(Object(specifier.imported).name ?? '*');
        imports.set(String(Object(specifier.local).name), { file: target, name });
      }
      continue;
    }
    const declared = statement.type.startsWith('Export') && isNode(statement.declaration) ? statement.declaration : statement;
    if (declared.type === 'VariableDeclaration') {
      for (const declarator of nodesIn(declared.declarations))
        for (const name of bindingsIn(declarator.id)) declarations.set(name, declarator);
    } else if (isNode(declared.id)) declarations.set(String(declared.id.name), declared);
    statements.push(declared);
  }
  return { imports, declarations, statements };
}

function resolve(specifier: string, from: string): string | null {
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix));
  const file = alias
    ? path.join(ALIASES[alias] ?? '', specifier.slice(alias.length))
    : specifier.startsWith('.')
      ? path.join(path.dirname(from), specifier)
      : null;
  return file && existsSync(file) ? file : null;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** The direct children of a node, without types. */
const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .filter(({ type }) => !type.startsWith('TSType') && !type.startsWith('TSInterface'));

/** The identifiers that a node refers to, without property names. */
function referencesIn(node: Node): Set<string> {
  const names = new Set<string>();
  const visit = (current: Node): void => {
    if (current.type === 'Identifier' || current.type === 'JSXIdentifier') names.add(String(current.name));
    for (const child of childrenOf(current)) {
      const isName =
        (current.type === 'MemberExpression' && child === current.property) || (current.type === 'Property' && child === current.key);
      if (!isName || current.computed === true || current.shorthand === true) visit(child);
    }
  };
  visit(node);
  return names;
}

/** The variables and functions declared directly in a factory function. */
function localsOf(factory: Node): Map<string, Node> {
  const locals = new Map<string, Node>();
  const body = isNode(factory.init) ? factory.init.body : factory.body;
  for (const statement of isNode(body) ? nodesIn(body.body) : []) {
    for (const declarator of nodesIn(statement.declarations)) for (const name of bindingsIn(declarator.id)) locals.set(name, declarator);
    if (statement.type === 'FunctionDeclaration' && isNode(statement.id)) locals.set(String(statement.id.name), statement);
  }
  return locals;
}

function bindingsIn(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  return pattern.type === 'Identifier' ? [String(pattern.name)] : childrenOf(pattern).flatMap(bindingsIn);
}

/** The properties with this name inside a node, and the calls with it as their first argument. */
function named(node: Node, name: string): Node[] {
  const isProperty = node.type === 'Property' && isNode(node.key) && (node.key.name === name || node.key.value === name);
  const [first] = node.type === 'CallExpression' ? nodesIn(node.arguments) : [];
  if (isProperty || first?.value === name || node.value === name) return [node];
  return childrenOf(node).flatMap((child) => named(child, name));
}
