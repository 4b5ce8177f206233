/** A way in: whoever shows its token. */
export interface Connection {
  /** What rows carry as `client_id`. */
  readonly id: string;
  readonly name: string;
}

export interface Connections {
  /** The connection with this token; null: none. Compares in constant time. */
  authenticate(token: string): Connection | null;
}

/** The one connection that every home has; clients get tokens of their own later. */
export const homeConnection: Connection = { id: 'home', name: 'This computer' };
