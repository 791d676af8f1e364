/** Data that a section needs to confirm its owner. */
export interface Owner {
  /** If false, the server requires a recent sign-in. */
  hasPassword: boolean;
  email: string;
}
