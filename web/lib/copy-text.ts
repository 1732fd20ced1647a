/** Copies through a selected, invisible text box: the one way a page that is not served securely still has. */
function copyBySelection(text: string): void {
  const focused = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  box.readOnly = true;
  box.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0';
  document.body.append(box);
  box.select();
  const copied = document.execCommand('copy');
  box.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error('The clipboard refused the text.');
}

/** Puts text on the clipboard, on plain HTTP within a company network too; throws where the browser refuses. */
export async function copyText(text: string): Promise<void> {
  // Absent outside secure contexts, whatever the type says.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard) await clipboard.writeText(text);
  else copyBySelection(text);
}
