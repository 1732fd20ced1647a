type TextBox = HTMLInputElement | HTMLTextAreaElement;

/** Puts text where the cursor stands, as if it were typed. `onText` is told the whole text where no typing event tells it. */
export function insertText(box: TextBox, text: string, onText: (whole: string) => void): void {
  box.focus();
  // The one way that leaves the undo history whole; not every browser has it.
  if (document.execCommand?.('insertText', false, text)) return;
  box.setRangeText(text, box.selectionStart ?? box.value.length, box.selectionEnd ?? box.value.length, 'end');
  onText(box.value);
}
