/** Characters of a password: the least the specification allows, the most we hash. */
export const PASSWORD_LENGTH = { min: 6, max: 128 } as const;

/** How a person is greeted: the first name, or else the username. */
export const greetingName = (user: { firstName: string; username: string }): string => user.firstName || user.username;
