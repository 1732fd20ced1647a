import { analyzeItem, buildIndex, type Candidate, type Knowledge } from './knowledge-index.ts';
import { loadRetrievalModel } from './model.ts';

/** The search over a few items, as the product has it over all. */
export function searchIn(knowledge: readonly Knowledge[]): (question: string) => readonly Candidate[] {
  const model = loadRetrievalModel();
  const index = buildIndex(
    knowledge.map((item) => analyzeItem(item, model.vectors)),
    model,
  );
  return (question) => index.search(question);
}
