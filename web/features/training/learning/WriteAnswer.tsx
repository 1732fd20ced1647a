import { TEXT_LIMITS } from '#contract/limits.ts';
import { NewTrainingItem } from '#contract/training-input.ts';
import { useAddTraining } from '../form/AddTraining.tsx';
import { TrainingDialog } from '../form/TrainingDialog.tsx';
import { EMPTY } from '../form/training-values.ts';
import type { UnansweredQuestion } from './UnansweredQuestions.tsx';

type WriteAnswerProps = { question: Pick<UnansweredQuestion, 'question' | 'wordings'>; onClose: () => void };

/** A new training item for an unanswered question: the question is its title, and the other wordings are its phrasings. */
export function WriteAnswer({ question: { question, wordings }, onClose }: WriteAnswerProps) {
  const add = useAddTraining();
  const isLong = question.length > TEXT_LIMITS.line;
  const title = isLong ? `${question.slice(0, TEXT_LIMITS.line - 1).toWellFormed()}…` : question;
  return (
    <TrainingDialog
      title="Write the answer"
      submit={{ label: 'Add Training Data', pending: 'Adding...' }}
      before={{ ...EMPTY, title, alsoAskedAs: [...(isLong ? [question] : []), ...wordings].join('\n') }}
      subject={`answer/${question}`}
      save={(typed) => add(NewTrainingItem.parse(typed))}
      onClose={onClose}
    />
  );
}
