/** What saves something that somebody else has deleted meanwhile. */
export const SAVE_AS_NEW = 'Save as New';
