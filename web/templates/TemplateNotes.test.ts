import { expect, it } from 'vitest';
import { templateWarnings } from './TemplateNotes.tsx';

it('says once what is odd in both fields, and in which field braces are open', () => {
  expect(templateWarnings('{{frist_name}}', 'Hi {{frist_name}}\n{{phone').map(({ message }) => message)).toEqual([
    '{{frist_name}} is not a variable we can fill in. Did you mean {{first_name}}?',
    'Body: The {{ in line 2 is never closed with }}.',
  ]);
});

it('has nothing to say about a template that can be filled in', () => expect(templateWarnings('{{first_name}}', '{{phone}}')).toEqual([]));
