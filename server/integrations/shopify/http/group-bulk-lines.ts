import { z } from 'zod';
import { shopOrder } from '../map.ts';
import type { BulkChunk, ShopOrder } from '../port.ts';
import { digits } from '../read.ts';

/** Orders handed on at a time. */
const CHUNK_SIZE = 500;

const Line = z.looseObject({ id: z.string().optional(), __parentId: z.string().optional() });

interface PendingOrder {
  readonly node: Readonly<Record<string, unknown>>;
  readonly lines: unknown[];
  /** Which line of the file it began at. */
  readonly at: number;
}

/**
 * Puts the lines of an export together: an order, then its line items, each of which names its parent. The last order is
 * held back, since more of it may follow. A line item of an order that was already yielded makes that order incomplete.
 */
export async function* groupBulkLines(file: AsyncIterable<string>, fromLine: number): AsyncGenerator<BulkChunk> {
  let pending: PendingOrder[] = [];
  const pendingById = new Map<string, PendingOrder>();
  const incomplete = new Set<string>();
  let unreadable = 0;
  let at = -1;

  const handOn = (until: number): BulkChunk => {
    const leaving = pending.slice(0, until);
    pending = pending.slice(until);
    for (const { node } of leaving) pendingById.delete(String(node.id));
    const orders = leaving.map(assembled).filter((order) => order !== null);
    const chunk = {
      orders,
      unreadable: unreadable + leaving.length - orders.length,
      lines: pending[0]?.at ?? at + 1,
      incomplete: [...incomplete],
    };
    unreadable = 0;
    incomplete.clear();
    return chunk;
  };

  for await (const text of file) {
    at += 1;
    if (at < fromLine || text.trim() === '') continue;
    const line = readLine(text);
    if (line === null) unreadable += 1;
    else if (line.__parentId === undefined) {
      const order = { node: line, lines: [], at };
      pending.push(order);
      pendingById.set(String(line.id), order);
    } else {
      const parent = pendingById.get(line.__parentId);
      const id = digits.parse(line.__parentId);
      if (parent) parent.lines.push(line);
      else if (id) incomplete.add(id);
    }
    if (pending.length > CHUNK_SIZE || incomplete.size >= CHUNK_SIZE) yield handOn(Math.max(0, pending.length - 1));
  }
  if (pending.length > 0 || incomplete.size > 0 || unreadable > 0) yield handOn(pending.length);
}

const assembled = ({ node, lines }: PendingOrder): ShopOrder | null => shopOrder({ ...node, lineItems: { nodes: lines } });

function readLine(text: string): z.output<typeof Line> | null {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
