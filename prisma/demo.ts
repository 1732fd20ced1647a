import { COMPANY } from './world/people.ts';

/** How the demo person signs in. */
export const DEMO_SIGN_IN = { username: 'demo', password: 'callboard' } as const;

/** The company of the demo world. */
export const DEMO_COMPANY = COMPANY.name;
