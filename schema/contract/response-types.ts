/** As whom the assistant answers. Without the rules of forms, so that the first screen need not fetch them. */
export const RESPONSE_TYPES = ['sales', 'support'] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];
