import { copyText } from '#web/lib/copy-text.ts';
import { notify } from '#web/ui/toasts/toast.ts';
import { toPlainText } from './template-values.ts';

/** Puts a template on the clipboard as it is, with its variables, and tells the person. */
export async function copyTemplate(template: { subject: string; body: string }): Promise<void> {
  try {
    await copyText(toPlainText(template));
    notify({ title: 'Success', description: 'Template copied to clipboard', tone: 'success' });
  } catch {
    notify({ title: 'Error', description: 'Failed to copy template', tone: 'error' });
  }
}
