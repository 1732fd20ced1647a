/** Who is asking, the same for GraphQL, WebSocket and REST. */
export interface Viewer {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly jobTitle: string;
  readonly profileImageUrl: string | null;
  /** The session asked with. */
  readonly sessionId: string;
  readonly sessionExpiresAt: Date;
}

/** On whose behalf something is done; the server's own where the id is null. */
export interface Actor {
  readonly id: string | null;
}

/** One of us, wherever they are: a rep’s telephony acts for them, too. */
export type Person = Pick<Viewer, 'id'>;

/** How others see a person: first and last name, or else the username. */
export const displayName = (person: { firstName: string; lastName: string; username: string }): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.username;
