const LISTENING = [
  'yes|yeah|yep|yup|yea|aye|right|ok(?:ay)?|alright|all right|sure|true|correct|agreed|exactly|absolutely|definitely|certainly|totally|indeed',
  'm+h*m+|mm+|hm+|mm-hm+|m+-?hm+|u+h-?hu+h|aha|ah+|oh+|wow|huh|ha|really|great|good|nice|cool|perfect|fine|lovely|interesting',
  "i see|i know|got it|go on|go ahead|of course|makes sense|that makes sense|fair enough|that's (?:right|true|fair|good|great)|sounds good|no way|(?:very|so) (?:true|good|nice)",
].join('|');

/** At most so many words show that somebody listens; more are a turn. */
export const BACK_CHANNEL_WORDS = 5;

/** What a listener says to show that they still listen. It asks for no turn, so it interrupts nobody. */
export const BACK_CHANNEL = new RegExp(`^[\\s\\p{P}]*(?:(?:${LISTENING})(?:[\\s\\p{P}]+|$))+$`, 'iu');
