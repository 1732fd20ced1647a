import { expect, it } from 'vitest';
import { replaceVariable, toPlainText } from './template-values.ts';

it.each([
  ['Hi {{frist_name}}, {{ Frist Name }}!', 'Hi {{first_name}}, {{first_name}}!'],
  ['{{phone}} {{frist_name', '{{phone}} {{frist_name'],
  ['frist_name', 'frist_name'],
])('replaces a variable wherever it occurs in %j', (template, replaced) => {
  expect(replaceVariable(template, 'frist_name', 'first_name')).toBe(replaced);
});

it('copies the subject above the body', () => expect(toPlainText({ subject: 'Hi', body: 'One\n\ntwo' })).toBe('Subject: Hi\n\nOne\n\ntwo'));
