const RAPPORT =
  /(?<![\p{L}'-])(?:thank(?:s| you)|please|appreciate|gladly|lovely|wonderful|well done|i can imagine|i(?:'d| would)(?:n't| not)? be (?:glad|happy|upset|annoyed|angry)|i (?:completely |totally |do )?(?:understand|hear you|see why)|understandabl[ey]|i(?:'m| am) (?:so |very |really )?(?:sorry|glad|happy)|apologi[sz]e|sorry (?:about|for|to hear)|congratulations|fair (?:enough|point|question)|good (?:question|point)|that (?:makes sense|sounds)|makes sense|you're right|of course|no problem|my pleasure|you're welcome|take your time|good to (?:hear|meet|see|talk)|nice to (?:hear|meet|talk)|how (?:are|have) you)(?![\p{L}'-])/giu;

/** Words of thanks, understanding and regret in what somebody said. */
export const rapportWordsIn = (text: string): number => text.replace(/[’‘ʼ]/g, "'").match(RAPPORT)?.length ?? 0;
