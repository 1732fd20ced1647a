import { expect, it } from 'vitest';
import { templateWarnings } from './TemplateNotes.tsx';

it('warns once about a variable in both fields, and names the field with unclosed braces', () => {
  expect(templateWarnings('{{frist_name}}', 'Hi {{frist_name}}\n{{phone').map(({ message }) => message)).toEqual([
    '{{frist_name}} is not a variable we can fill in. Did you mean {{first_name}}?',
    'Body: The {{ in line 2 is never closed with }}.',
  ]);
});

it('has no warnings for a valid template', () => expect(templateWarnings('{{first_name}}', '{{phone}}')).toEqual([]));
