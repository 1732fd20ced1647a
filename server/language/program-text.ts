// Text meant for a program rather than for a person. It is read like any other text, but never repeated and never answered.
const TO_A_PROGRAM = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines|guardrails|training|everything (?:above|before)|all (?:of )?(?:the )?(?:above|previous))\b/i,
  /\b(?:system|developer|hidden|initial) (?:prompt|message|instructions?)\b/i,
  /\b(?:you are now|from now on,? you|act as|pretend (?:to be|you are)|roleplay as|behave as)\b.{0,60}\b(?:a|an|the|dan|ai|bot|assistant|admin|developer|unrestricted|no longer)\b/i,
  /\b(?:reveal|print|show|output|repeat|leak|dump)\b.{0,30}\b(?:your|the|all) (?:\w+ ){0,2}(?:prompt|instructions|api keys?|secrets?|passwords?|credentials|configuration|training data)\b/i,
  /\b(?:jailbreak|developer mode|do anything now|prompt injection)\b/i,
  /\b(?:respond|reply|answer|output|say) (?:only |exactly )?(?:with|in the form of) (?:the (?:word|phrase|text)|only|json|exactly|")/i,
  // At the beginning of a line, and never across lines before the sign: many empty lines in a row would be tried from each anew.
  /(?<![^\n])[^\S\n]*(?:(?:###|<\|?)\s*)?(?:system|assistant|instruction)\s*(?:\|?>|:)/i,
  /\b(?:drop table|union select|<script|javascript:|\$\{jndi)/i,
];

/** Whether a sentence tries to command a program instead of telling a person something. */
export const isForAProgram = (sentence: string): boolean => TO_A_PROGRAM.some((pattern) => pattern.test(sentence));
