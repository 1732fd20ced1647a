const HESITATIONS = 'u+m+|u+h+m*(?!-?hu+h)|e+r+m*|ehm+';
const PLAIN = 'basically|literally|sort of';
// "What kind of machine" asks and "the same kind of" points; only "it's kind of slow" fills.
const KIND_OF =
  '(?<!\\b(?:what|which|whatever|this|that|these|those|some|any|a|an|the|one|two|each|every|other|another|same|only|all|right|wrong|first|best|new|different) )kind of';
// "Do you know" asks and "you know that" tells.
const YOU_KNOW =
  "(?<!\\b(?:do|did|does|would|if|as|let|how|what|when|that|because|should|don't|didn't|so) )you know(?! (?:that|the|what|how|when|where|who|why|which|whether|if|it|this|about|of|your|my|our|them|him|her|me|us|everything|anything|nothing|anyone|anybody|someone|a|an|exactly)\\b)";
const I_MEAN = '(?<!\\b(?:what|that|do|all|if|know what) )i mean(?! (?:it|that|the|this|to|by)\\b)';
// "I like it" likes and "what is it like, then" asks; ", like, " only fills.
const LIKE = "(?<=(?:^|[,–—-]|\\b(?:was|were|is|are|just|with)|'(?:s|re|m)),? ?)(?<!\\bwhat .{0,12})like(?=,)";

/** Sounds and words that fill a pause and say nothing. */
export const FILLERS = new RegExp(
  `(?<![\\p{L}\\p{N}'-])(?:${HESITATIONS}|${PLAIN}|${KIND_OF}|${YOU_KNOW}|${I_MEAN}|${LIKE})(?![\\p{L}\\p{N}'])`,
  'giu',
);
