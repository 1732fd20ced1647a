import { describe, expect, it } from 'vitest';
import { readSearch } from './text-search.ts';

const exact = (search: string) => readSearch(search)?.exact;

describe('a search', () => {
  it.each([
    ['price', `('price':*)`],
    ['price list', `('price' & 'list':*)`],
    ['  price   list  ', `('price' & 'list':*)`],
    ['"price list"', `('price list')`],
    ['"price list" heron', `('price list' & 'heron':*)`],
    ['price -heron', `('price' & !'heron')`],
    ['-"price list" heron', `(!'price list' & 'heron':*)`],
    ['grinder price or quote', `('grinder' & 'price') | ('quote':*)`],
    ['grinder OR quote', `('grinder') | ('quote':*)`],
    ['this or', `('this' & 'or':*)`],
    ['or this', `('or' & 'this':*)`],
    ['"open phrase', `('open phrase')`],
    ['h', `('h')`],
    ['e-mail', `('e-mail')`],
    ["it's", `('it''s')`],
    ["'; drop table x; --", `('drop' & 'table' & 'x;')`],
    ['back\\slash x', `('back\\\\slash' & 'x')`],
    ['& | ! ( ) :* <->', ''],
    ['""', ''],
    ['price:*', `('price:*')`],
    ['漢字 🙂', `('漢字')`],
  ])('for %j reads as %s', (search, read) => {
    expect(exact(search)).toBe(read);
  });

  it('looks a phrase up by its words first', () => {
    expect(readSearch('"price list" -"too late" or quote')).toEqual({
      exact: `('price list' & !'too late') | ('quote':*)`,
      loose: `(('price' & 'list') & !'too late') | ('quote':*)`,
      highlight: `'price list' | 'quote':*`,
      typing: `'quote':*`,
    });
  });

  it('for nothing is none', () => {
    for (const nothing of ['', '   ', '\u0000', null, undefined]) expect(readSearch(nothing)).toBeNull();
  });

  it('for more than anyone types is refused', () => {
    expect(() => readSearch('x'.repeat(201))).toThrow('Please keep this under 200 characters');
  });
});
