import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  NoFragmentCyclesRule,
  type OperationDefinitionNode,
  parse,
  type Source,
  Token,
  TokenKind,
  validate,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { CostLimit, MeteredContext } from './cost/cost-limit.ts';
import { errorWithCode, tooManyTokens } from './errors.ts';
import { anonymousLimits, type DocumentLimits, documentErrors, tooLong } from './limits.ts';
import { isPublicDocument, signInRequired } from './public-operations.ts';

/** Bytes that cached documents may take together. */
const CACHE_BYTES = 40 * 1024 * 1024;
/** Bytes of memory per character of a document: 60 for usual ones, up to 197 for one-letter fields (measured with Node 24). */
export const BYTES_PER_CHARACTER = 200;
/** Characters of the longest document that is cached: ten times the longest of the product's own pages. */
const CACHED_LENGTH = 10 * 1024;

/** The operation of a document that has just one, as clients send them; null where there are several to choose from. */
export function soleOperation({ definitions }: DocumentNode): OperationDefinitionNode | null {
  const [operation, another] = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  return operation && !another ? operation : null;
}

export interface DocumentCache {
  /** The document of a source that was valid for a signed-in person. */
  get(source: string): DocumentNode | undefined;
  set(source: string, document: DocumentNode): void;
}

export const createDocumentCache = (): DocumentCache =>
  new LRUCache<string, DocumentNode>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (_document, source) => (source.length + 1) * BYTES_PER_CHARACTER,
  });

/**
 * Parses and validates documents, for every transport. The same source from a signed-in person gives the same parsed document,
 * so that its cost and its compiled function can be cached by it. Only valid documents are cached, never an error, and nothing from
 * clients that are not signed in. Signed-in people are charged for invalid documents.
 */
export function boundedDocuments(
  limits: DocumentLimits,
  cache: DocumentCache,
  { validationError, chargeInvalid }: CostLimit,
): Plugin<MeteredContext> {
  const valid = new WeakSet<DocumentNode>();
  const anonymous = anonymousLimits(limits);
  const errorsOf = (schema: GraphQLSchema, document: DocumentNode, isSignedIn: boolean): readonly GraphQLError[] => {
    // The limits below follow fragments, so cycles must be ruled out first.
    const cycles = validate(schema, document, [NoFragmentCyclesRule]);
    if (cycles.length > 0) return cycles;
    const tooLarge = documentErrors(document, isSignedIn ? limits : anonymous);
    return tooLarge.length > 0 ? tooLarge : validate(schema, document, undefined, { hideSuggestions: !isSignedIn });
  };

  return {
    onParse: ({ setParseFn }) =>
      setParseFn((source: string | Source) => {
        const text = typeof source === 'string' ? source : source.body;
        return cache.get(text) ?? parseBounded(text, limits);
      }),
    // Cheap checks first: the standard rules compare fields in pairs and search for similar names.
    onValidate: ({ context, setValidationFn }) =>
      setValidationFn((schema, document) => {
        const { viewer } = context;
        if (!viewer && !isPublicDocument(document)) return [signInRequired()];
        if (valid.has(document)) return [];
        const noPointsLeft = validationError(context);
        if (noPointsLeft) return [noPointsLeft];
        const errors = errorsOf(schema, document, viewer !== null);
        if (errors.length > 0) chargeInvalid(context);
        const text = document.loc?.source.body;
        if (errors.length === 0 && viewer && text !== undefined && text.length <= CACHED_LENGTH) {
          valid.add(document);
          cache.set(text, document);
        }
        return errors;
      }),
  };
}

function parseBounded(text: string, limits: DocumentLimits): DocumentNode {
  if (Buffer.byteLength(text) > limits.bytes) throw tooLong(limits.bytes);
  const document = parse(text, { maxTokens: limits.tokens });
  if (countTokens(document) > limits.tokens) throw errorWithCode(tooManyTokens(limits.tokens), 'OPERATION_TOO_LARGE');
  return withoutTokens(document);
}

/** All tokens of a document; unlike the parser's own limit, comments count. */
function countTokens({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken.next; token && token.kind !== TokenKind.EOF; token = token.next) count += 1;
  return count;
}

const NO_TOKEN = new Token(TokenKind.SOF, 0, 0, 0, 0);

/** Each node keeps its location, for errors, but not the linked list of all tokens and comments. */
function withoutTokens(document: DocumentNode): DocumentNode {
  visit(document, {
    enter: ({ loc }) => {
      if (loc) Object.assign(loc, { startToken: NO_TOKEN, endToken: NO_TOKEN });
    },
  });
  return document;
}
